import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { useSay } from '../../.storybook/say';
import { StoryPatientShell, useStoryShell } from '../../.storybook/storyShell';
import { usage, wholeScreen } from '../../.storybook/usage';
import { Alert } from '../display/Alert';
import { Page } from '../layout/Page';
import { PageTitle } from '../layout/PageTitle';
import { DoctorShell } from './DoctorShell';
import { PatientShell } from './PatientShell';
import { PlainShell } from './PlainShell';

const meta: Meta = {
  title: 'Shells/Shells',
  component: PatientShell,
  subcomponents: { DoctorShell, PlainShell },
  parameters: {
    ...wholeScreen,
    ...usage(
      'Every page stands in exactly one shell: PlainShell when nobody is signed in, PatientShell and DoctorShell otherwise. DoctorShell is `compact` inside a case.',
      'Do not add a second navigation inside a page: parts of one thing are TabLinks.',
    ),
  },
};
export default meta;

function Content() {
  const say = useSay();
  return (
    <Page width="wide">
      <PageTitle lead={say('Ein Satz dazu.', 'One sentence about it.')}>{say('Meine Fälle', 'My cases')}</PageTitle>
    </Page>
  );
}

export const Patient: StoryObj = {
  render: () => (
    <StoryPatientShell>
      <Content />
    </StoryPatientShell>
  ),
};

export const PatientWithNotice: StoryObj = {
  render: function Shell() {
    const say = useSay();
    const notice = (
      <Alert tone="warning" title={say('Ihre Einwilligung fehlt', 'Your consent is missing')}>
        {say('Sie können nichts eingeben oder senden.', 'You cannot enter or send anything.')}
      </Alert>
    );
    return (
      <StoryPatientShell
        actingFor={say('Sie handeln für Jakob Adler.', 'You are acting for Jakob Adler.')}
        notice={notice}
      >
        <Content />
      </StoryPatientShell>
    );
  },
};

export const PatientWithoutConnection: StoryObj = {
  render: function Shell() {
    const say = useSay();
    return (
      <StoryPatientShell
        status={say(
          'Keine Verbindung. Was Sie schreiben, bleibt gespeichert.',
          'No connection. What you write stays saved.',
        )}
      >
        <Content />
      </StoryPatientShell>
    );
  },
};

export const PatientWithOpenMenu: StoryObj = {
  ...Patient,
  play: async ({ canvasElement }) => {
    const opener = within(canvasElement).getByRole('button', { expanded: false });
    await userEvent.click(opener);
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
  },
};

function Doctor({ compact }: { compact: boolean }) {
  const { words, home, languages, doctorNav, accountNav, legal } = useStoryShell();
  return (
    <DoctorShell
      words={words}
      home={home}
      nav={doctorNav}
      accountNav={accountNav}
      person={{ name: 'Dr. Elif Sandberg' }}
      languages={languages}
      onSignOut={() => undefined}
      legal={legal}
      compact={compact}
    >
      <Content />
    </DoctorShell>
  );
}

export const DoctorRail: StoryObj = {
  globals: { portal: 'doctor' },
  render: () => <Doctor compact={false} />,
};

export const DoctorCompactRail: StoryObj = {
  globals: { portal: 'doctor' },
  render: () => <Doctor compact />,
};

export const SignedOut: StoryObj = {
  globals: { ground: 'plain' },
  render: function Shell() {
    const { words, home, languages, footer } = useStoryShell();
    return (
      <PlainShell words={words} home={home} languages={languages} footer={footer}>
        <Content />
      </PlainShell>
    );
  },
};
