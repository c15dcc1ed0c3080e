import type { Meta, StoryObj } from '@storybook/react-vite';
import { useSay } from '../../.storybook/say';
import { useStoryShell } from '../../.storybook/storyShell';
import { usage } from '../../.storybook/usage';
import { IconLink } from '../actions/IconButton';
import { PrioritySelect } from '../display/PrioritySelect';
import { TurnPill } from '../display/TurnPill';
import { DownIcon, UpIcon } from '../foundation/icons';
import { Text } from '../layout/Text';
import { BackLink } from './BackLink';
import { Brand, BrandMark } from './Brand';
import { Breadcrumb } from './Breadcrumb';
import { LanguageSwitch } from './LanguageSwitch';
import { PatientBar } from './PatientBar';
import { TabLinks } from './TabLinks';

const meta: Meta = {
  title: 'Shells/Navigation',
  component: TabLinks,
  subcomponents: { BackLink, Breadcrumb, PatientBar, LanguageSwitch, Brand, BrandMark },
  parameters: usage(
    'TabLinks for the parts of one thing, each with its own address. BackLink for the one place above, named. Breadcrumb only where there are two levels above. PatientBar on every page about one person, so that nobody mixes two people up. LanguageSwitch at the top of every page, each language in its own words, the address kept. Brand leads home; BrandMark is its picture alone, where the name stands in words already.',
    'Tabs that only hide parts of one page: use Sections. “Zurück” without a name. A Breadcrumb where one BackLink says it, as on all screens so far.',
  ),
};
export default meta;

export const Tabs: StoryObj = {
  render: function Navigation() {
    const say = useSay();
    return (
      <TabLinks
        label={say('Bereiche des Falls', 'Parts of the case')}
        items={[
          { to: '#overview', label: say('Übersicht', 'Overview'), current: true },
          { to: '#documents', label: say('Unterlagen', 'Documents'), count: 6 },
          { to: '#images', label: say('Aufnahmen', 'Scans'), count: 2 },
          { to: '#todos', label: say('Aufgaben', 'To-dos'), count: 2 },
          {
            to: '#messages',
            label: say('Nachrichten', 'Messages'),
            count: 1,
            countTone: 'you',
            countLabel: say('neu', 'new'),
          },
        ]}
      />
    );
  },
};

export const Back: StoryObj = {
  render: function Navigation() {
    const say = useSay();
    return <BackLink to="#cases">{say('Meine Fälle', 'My cases')}</BackLink>;
  },
};

export const Breadcrumbs: StoryObj = {
  globals: { portal: 'doctor' },
  render: function Navigation() {
    const say = useSay();
    return (
      <Breadcrumb
        label={say('Sie sind hier', 'You are here')}
        items={[
          { to: '#patients', label: say('Patienten', 'Patients') },
          { to: '#adler', label: 'Adler, Miriam' },
          { to: '#case', label: say('Knoten in der Schilddrüse', 'Nodule in the thyroid') },
        ]}
      />
    );
  },
};

export const WhoThisIsAbout: StoryObj = {
  globals: { portal: 'doctor' },
  render: function Navigation() {
    const say = useSay();
    return (
      <PatientBar
        back={{ to: '#inbox', label: say('Zurück zum Eingang', 'Back to inbox') }}
        name="Adler, Miriam"
        facts={say('14.03.1979, 47 Jahre, weiblich', '14 March 1979, 47 years, female')}
        context={say('Knoten in der Schilddrüse', 'Nodule in the thyroid')}
        state={<TurnPill tone="you">{say('Antwort heute fällig', 'Answer due today')}</TurnPill>}
        more={say('Mehr zum Fall', 'More about the case')}
        steps={
          <>
            <IconLink to="#previous" label={say('Vorheriger Fall', 'Previous case')} icon={<UpIcon />} />
            <IconLink to="#next" label={say('Nächster Fall', 'Next case')} icon={<DownIcon />} />
          </>
        }
      >
        <PrioritySelect
          label={say('Priorität:', 'Priority:')}
          value="high"
          options={[
            { value: 'high', label: say('hoch', 'high') },
            { value: 'normal', label: 'normal' },
            { value: 'low', label: say('niedrig', 'low') },
            { value: 'undefined', label: say('nicht festgelegt', 'not set') },
          ]}
          onChange={() => undefined}
        />
        <Text size="small" tone="muted">
          {say('2 von 14', '2 of 14')}
        </Text>
      </PatientBar>
    );
  },
};

export const BrandAndLanguage: StoryObj = {
  render: function Navigation() {
    const { languages } = useStoryShell();
    return (
      <>
        <Brand to="#home" />
        <br />
        <BrandMark />
        <br />
        <LanguageSwitch {...languages} />
      </>
    );
  },
};
