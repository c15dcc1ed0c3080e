import type { Meta, StoryObj } from '@storybook/react-vite';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import {
  BackIcon,
  DownloadIcon,
  DownIcon,
  NextIcon,
  RetryIcon,
  UpIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from '../foundation/icons';
import { Link } from '../foundation/link';
import { mainId, SkipLink } from '../layout/SkipLink';
import { Row } from '../layout/Stack';
import { IconButton, IconLink } from './IconButton';
import { Button } from './Button';
import { ButtonLink } from './ButtonLink';
import { TextLink } from './TextLink';
import { Toolbar, ToolbarButton, ToolbarLink } from './Toolbar';

const meta: Meta = {
  title: 'Actions/Links and icon buttons',
  component: TextLink,
  subcomponents: { IconButton, IconLink, Link, SkipLink, Toolbar, ToolbarButton, ToolbarLink },
  parameters: usage(
    'TextLink leads to another place, in a sentence or on a line of its own (`standalone`). IconButton and IconLink are for tool bars, where words would not fit; the label is spoken and shown as tooltip. Toolbar makes the tools on one thing a single Tab stop, arrow keys lead from tool to tool; what stands in it is wrapped in ToolbarButton or ToolbarLink. Link has no look of its own, for a row or card that is a link as a whole. SkipLink stands first in every shell.',
    'An icon alone outside a tool bar: put the word beside it. A link that does something: that is a Button. A Toolbar around fewer than three tools, or around the buttons of a form. A Link in a sentence, where nobody sees it: that is a TextLink. A second SkipLink on a page.',
  ),
};
export default meta;

export const InASentence: StoryObj = {
  render: function Links() {
    const say = useSay();
    return (
      <p>
        {say('Lesen Sie, ', 'Read ')}
        <TextLink to="#how">{say('wie wir Ihre Daten schützen', 'how we protect your data')}</TextLink>
        {say(', bevor Sie senden.', ' before you send.')}
      </p>
    );
  },
};

export const Standalone: StoryObj = {
  render: function Links() {
    const say = useSay();
    return (
      <TextLink to="#forgot" standalone>
        {say('Passwort vergessen?', 'Forgot your password?')}
      </TextLink>
    );
  },
};

export const ToolBar: StoryObj = {
  render: function Links() {
    const say = useSay();
    return (
      <Row gap={1}>
        <IconLink to="#inbox" label={say('Zurück zum Eingang', 'Back to inbox')} icon={<BackIcon />} />
        <IconButton label={say('Verkleinern', 'Zoom out')} icon={<ZoomOutIcon />} />
        <IconButton label={say('Vergrößern', 'Zoom in')} icon={<ZoomInIcon />} />
        <IconButton label={say('Seite drehen', 'Rotate page')} icon={<RetryIcon />} />
        <IconButton label={say('Nächste Seite', 'Next page')} icon={<NextIcon />} unavailable />
        <IconLink to="#file" label={say('Herunterladen', 'Download')} icon={<DownloadIcon />} />
        <IconLink to="#previous" label={say('Voriger Fall', 'Previous case')} icon={<UpIcon />} />
        <IconLink to="#next" label={say('Nächster Fall', 'Next case')} icon={<DownIcon />} />
      </Row>
    );
  },
};

export const OneTabStop: StoryObj = {
  render: function Links() {
    const say = useSay();
    return (
      <Toolbar aria-label={say('Werkzeuge', 'Tools')}>
        <Row gap={1}>
          <ToolbarButton render={<IconButton label={say('Verkleinern', 'Zoom out')} icon={<ZoomOutIcon />} />} />
          <ToolbarButton render={<IconButton label={say('Vergrößern', 'Zoom in')} icon={<ZoomInIcon />} />} />
          <ToolbarButton
            render={
              <Button variant="quiet" size="small" icon={<RetryIcon />}>
                {say('Drehen', 'Rotate')}
              </Button>
            }
          />
          <ToolbarLink
            render={
              <ButtonLink to="#file" variant="quiet" size="small" icon={<DownloadIcon />}>
                {say('Herunterladen', 'Download')}
              </ButtonLink>
            }
          />
        </Row>
      </Toolbar>
    );
  },
};

export const WithoutALook: StoryObj = {
  render: function Links() {
    const say = useSay();
    return (
      <Link to="#case">
        <strong>{say('Knoten in der Schilddrüse', 'Thyroid nodule')}</strong>
        <br />
        {say('Die ganze Zeile ist der Link.', 'The whole row is the link.')}
      </Link>
    );
  },
};

export const FirstTabStop: StoryObj = {
  render: function Links() {
    const say = useSay();
    return (
      <>
        <SkipLink>{say('Zum Inhalt', 'Skip to content')}</SkipLink>
        <p id={mainId} tabIndex={-1}>
          {say('Die Tabulatortaste zeigt den Link.', 'The Tab key shows the link.')}
        </p>
      </>
    );
  },
};
