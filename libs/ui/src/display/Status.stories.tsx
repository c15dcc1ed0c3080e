import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { Button } from '../actions/Button';
import { ButtonLink } from '../actions/ButtonLink';
import { ArchiveIcon, UploadIcon } from '../foundation/icons';
import { Row, Stack } from '../layout/Stack';
import { Avatar, IconPlace } from './Avatar';
import { Badge, CountBadge } from './Badge';
import { CheckList } from './CheckList';
import { ClinicBand } from './ClinicBand';
import { PriorityMark } from './PriorityMark';
import type { PriorityLevel } from './PriorityMark';
import { PrioritySelect } from './PrioritySelect';
import { Stepper } from './Stepper';
import { TurnPill } from './TurnPill';
import { YourTurnCard } from './YourTurnCard';

const meta: Meta = {
  title: 'Display/Status',
  component: TurnPill,
  subcomponents: {
    YourTurnCard,
    CheckList,
    PriorityMark,
    PrioritySelect,
    Badge,
    CountBadge,
    Avatar,
    IconPlace,
    Stepper,
    ClinicBand,
  },
  parameters: usage(
    'TurnPill answers whose turn it is, on every case. YourTurnCard is the one warm sheet of a screen, with a CheckList where several things are asked for. PriorityMark is the doctor’s tool, PrioritySelect changes it. Badge is a word about a thing, CountBadge how many; warm only where the reader must act. Avatar beside a name, never instead of it; IconPlace in rows about no person between such rows. Stepper where a form has three pages or more. ClinicBand once, above the page of a clinic.',
    'Two warm sheets on one screen, or one when the reader has nothing to do. A priority shown to patients. Colour without the word. A Badge on every row: then none of them says anything. A Stepper that is a navigation (TabLinks).',
  ),
};
export default meta;

export const Turns: StoryObj = {
  render: function Status() {
    const say = useSay();
    return (
      <Row>
        <TurnPill tone="you">{say('Sie sind dran', 'It is your turn')}</TurnPill>
        <TurnPill tone="other">{say('Antwort bis Di, 24. November', 'Answer by Tue 24 November')}</TurnPill>
        <TurnPill tone="none">{say('Beantwortet am 4. November', 'Answered on 4 November')}</TurnPill>
        <TurnPill tone="draft">{say('Entwurf', 'Draft')}</TurnPill>
        <TurnPill tone="hidden">{say('Nicht mehr geteilt', 'No longer shared')}</TurnPill>
      </Row>
    );
  },
};

function YourTurn({ wanted }: { wanted: boolean }) {
  const say = useSay();
  return (
    <YourTurnCard
      turn={say('Sie sind dran', 'It is your turn')}
      title={say('Laden Sie den Befund der Feinnadelpunktion hoch', 'Upload the report of the fine-needle biopsy')}
      due={say('Bitte bis Freitag, 20. November', 'Please by Friday 20 November')}
      actions={
        <>
          <ButtonLink to="#upload" icon={<UploadIcon />}>
            {say('Befund hochladen', 'Upload report')}
          </ButtonLink>
          {!wanted && (
            <ButtonLink to="#case" variant="quiet">
              {say('Fall ansehen', 'View case')}
            </ButtonLink>
          )}
        </>
      }
      aside={
        wanted && (
          <CheckList
            words={{ done: say('Erledigt', 'Done'), open: say('Offen', 'Open') }}
            items={[
              {
                key: 'lab',
                done: true,
                label: say('Laborwerte TSH und Calcitonin', 'Laboratory values TSH and calcitonin'),
                detail: say('Hochgeladen, noch nicht gesendet', 'Uploaded, not sent yet'),
              },
              {
                key: 'biopsy',
                done: false,
                label: say('Befund der Feinnadelpunktion', 'Report of the fine-needle biopsy'),
                detail: say('Bekommen Sie in der Praxis, die punktiert hat', 'From the practice that did it'),
              },
            ]}
          />
        )
      }
    >
      {!wanted &&
        say(
          'Es geht um Ihren Fall „Knoten in der Schilddrüse“. Es fehlt der Befund der Feinnadelpunktion.',
          'This is about your case “Nodule in the thyroid”. The report of the fine-needle biopsy is missing.',
        )}
    </YourTurnCard>
  );
}

export const TheWarmSheet: StoryObj = { render: () => <YourTurn wanted={false} /> };
export const TheWarmSheetWithAList: StoryObj = { render: () => <YourTurn wanted /> };

function usePriorities(): { value: PriorityLevel; label: string }[] {
  const say = useSay();
  return [
    { value: 'high', label: say('hoch', 'high') },
    { value: 'normal', label: 'normal' },
    { value: 'low', label: say('niedrig', 'low') },
    { value: 'undefined', label: say('nicht festgelegt', 'not set') },
  ];
}

export const Priorities: StoryObj = {
  globals: { portal: 'doctor' },
  render: function Status() {
    const priorities = usePriorities();
    return (
      <Row>
        {priorities.map(({ value, label }) => (
          <PriorityMark key={value} level={value} label={label} />
        ))}
      </Row>
    );
  },
};

export const ChangeThePriority: StoryObj = {
  globals: { portal: 'doctor' },
  render: function Status() {
    const say = useSay();
    const [priority, setPriority] = useState<PriorityLevel>('high');
    return (
      <PrioritySelect
        label={say('Priorität', 'Priority')}
        value={priority}
        options={usePriorities()}
        onChange={setPriority}
      />
    );
  },
};

export const BadgesAndAvatars: StoryObj = {
  render: function Status() {
    const say = useSay();
    return (
      <Row>
        <CountBadge count={1} label={say('neu', 'new')} />
        <CountBadge count={14} tone="plain" />
        <Badge tone="you">{say('neu', 'new')}</Badge>
        <Badge tone="success">{say('sieht die Patientin', 'seen by the patient')}</Badge>
        <Badge tone="danger">{say('überfällig', 'overdue')}</Badge>
        <Badge>{say('archiviert', 'archived')}</Badge>
        <Badge icon={<ArchiveIcon />}>{say('im Archiv', 'in the archive')}</Badge>
        <Avatar name="Miriam Adler" voice="patient" />
        <Avatar name="Dr. Elif Sandberg" voice="doctor" />
        <IconPlace>
          <UploadIcon />
        </IconPlace>
      </Row>
    );
  },
};

export const Steps: StoryObj = {
  render: function Status() {
    const say = useSay();
    const [current, setCurrent] = useState(1);
    const words = {
      done: say('Erledigt', 'Done'),
      position: (step: number, of: number, name: string) =>
        say(`Schritt ${step} von ${of}: ${name}`, `Step ${step} of ${of}: ${name}`),
    };
    return (
      <Stack>
        <Stepper
          label={say('Konto anlegen, drei Schritte', 'Create account, three steps')}
          current={2}
          steps={[say('Konto', 'Account'), say('Angaben', 'Details'), say('Mobilnummer', 'Mobile')]}
          words={words}
        />
        <Stepper
          label={say('Neuer Fall, fünf Schritte', 'New case, five steps')}
          current={current}
          steps={[
            say('Person', 'Person'),
            say('Behandelnde', 'Doctor'),
            say('Vorgeschichte', 'History'),
            say('Fragen', 'Questions'),
            say('Prüfen', 'Check'),
          ]}
          words={words}
        />
        <Row>
          <Button variant="secondary" size="small" onClick={() => setCurrent(Math.max(0, current - 1))}>
            {say('Zurück', 'Back')}
          </Button>
          <Button size="small" onClick={() => setCurrent(Math.min(4, current + 1))}>
            {say('Weiter', 'Next')}
          </Button>
        </Row>
      </Stack>
    );
  },
};

export const Clinic: StoryObj = {
  render: function Clinic() {
    const say = useSay();
    return (
      <Stack gap={4}>
        <ClinicBand logo={null} accent="#1f4e5f">
          {say('Klinik am Dom', 'Clinic at the Cathedral')}
        </ClinicBand>
        <ClinicBand logo={null} accent="">
          {say('Praxisgemeinschaft ohne eigene Farbe', 'Joint practice without a colour of its own')}
        </ClinicBand>
      </Stack>
    );
  },
};
