import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { Kbd } from '../display/Kbd';
import { DocumentNewIcon, SendIcon, UploadIcon } from '../foundation/icons';
import { Row, Stack } from '../layout/Stack';
import { Button } from './Button';
import { ButtonLink } from './ButtonLink';

const meta: Meta = {
  title: 'Actions/Button',
  component: Button,
  subcomponents: { ButtonLink },
  parameters: usage(
    'Button: something happens when it is pressed. The label says what: “An Dr. Sandberg senden”. One primary button per screen for patients, one per pane for doctors. ButtonLink is the same look for the main way on to another screen.',
    'Not for going to another place in a sentence (TextLink), and there is no disabled state: let it be pressed and say what is missing.',
  ),
};
export default meta;

export const Variants: StoryObj = {
  render: function Buttons() {
    const say = useSay();
    return (
      <Row>
        <Button>{say('An Dr. Sandberg senden', 'Send to Dr Sandberg')}</Button>
        <Button variant="secondary">{say('Vorschau', 'Preview')}</Button>
        <Button variant="quiet">{say('Fall ansehen', 'View case')}</Button>
        <Button variant="danger">{say('Konto löschen', 'Erase account')}</Button>
      </Row>
    );
  },
};

export const WithIcon: StoryObj = {
  render: function Buttons() {
    const say = useSay();
    return (
      <Row>
        <Button icon={<UploadIcon />}>{say('Befund hochladen', 'Upload report')}</Button>
        <ButtonLink to="#send" variant="secondary" icon={<SendIcon />}>
          {say('Weiter zum Senden', 'Go on to sending')}
        </ButtonLink>
      </Row>
    );
  },
};

export const Small: StoryObj = {
  render: function Buttons() {
    const say = useSay();
    return (
      <Row>
        <Button size="small">{say('Fertig', 'Done')}</Button>
        <Button size="small" variant="secondary">
          {say('Anderes', 'Other')}
        </Button>
        <Button size="small" variant="quiet">
          {say('Ändern', 'Change')}
        </Button>
      </Row>
    );
  },
};

export const Block: StoryObj = {
  render: function Buttons() {
    const say = useSay();
    return (
      <Stack gap={3}>
        <Button block>{say('Anmelden', 'Sign in')}</Button>
        <ButtonLink block variant="secondary" to="#register">
          {say('Konto anlegen', 'Create account')}
        </ButtonLink>
      </Stack>
    );
  },
};

export const Busy: StoryObj = {
  render: function Buttons() {
    const say = useSay();
    return (
      <Button busy busyLabel={say('Wird gesendet', 'Sending')}>
        {say('An Dr. Sandberg senden', 'Send to Dr Sandberg')}
      </Button>
    );
  },
};

export const Pressed: StoryObj = {
  render: function Buttons() {
    const say = useSay();
    const [only, setOnly] = useState(true);
    return (
      <Button
        variant="secondary"
        size="small"
        icon={<DocumentNewIcon />}
        aria-pressed={only}
        onClick={() => setOnly(!only)}
      >
        {say('Nur mit neuen Unterlagen', 'Only with new documents')}
      </Button>
    );
  },
};

export const WithKeys: StoryObj = {
  globals: { portal: 'doctor' },
  render: function Buttons() {
    const say = useSay();
    return (
      <Button>
        {say('Senden', 'Send')} <Kbd>{say('Strg Eingabe', 'Ctrl Enter')}</Kbd>
      </Button>
    );
  },
};
