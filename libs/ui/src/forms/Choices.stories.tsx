import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { Stack } from '../layout/Stack';
import { CheckboxField } from './CheckboxField';
import { ChoiceChips } from './ChoiceChips';
import { Combobox } from './Combobox';
import { CommandList } from './CommandList';
import { Fieldset } from './Fieldset';
import { RadioCards } from './RadioCards';
import { SelectField } from './SelectField';
import { SuggestField } from './SuggestField';

const meta: Meta = {
  title: 'Forms/Choices',
  component: RadioCards,
  subcomponents: { ChoiceChips, SelectField, Combobox, SuggestField, CommandList, CheckboxField, Fieldset },
  parameters: usage(
    'RadioCards: up to six things that need a word of explanation. ChoiceChips: a few short words. SelectField: many known things. Combobox: very many, found by typing. SuggestField: words of one’s own, with known ones offered. CommandList: things to do or to open at once, in groups. CheckboxField: yes to one sentence. Fieldset: several controls that answer one question.',
    'A select for yes and no. A checkbox that acts at once on something else on the page: use a Button with `aria-pressed`.',
  ),
};
export default meta;

export const Cards: StoryObj = {
  render: function Choices() {
    const say = useSay();
    return (
      <RadioCards
        name="for"
        legend={say('Für wen ist der Fall?', 'Who is the case for?')}
        hint={say('Sie können auch für Ihr Kind fragen.', 'You can also ask for your child.')}
        options={[
          { value: 'me', title: say('Für mich', 'For me') },
          {
            value: 'child',
            title: say('Für mein Kind', 'For my child'),
            description: say('unter 18 Jahren', 'under 18'),
          },
          {
            value: 'other',
            title: say('Für eine andere Person', 'For somebody else'),
            description: say('mit ihrer Vollmacht', 'with their authorisation'),
          },
        ]}
      />
    );
  },
};

export const CardsInTwoColumns: StoryObj = {
  globals: { portal: 'doctor' },
  render: function Choices() {
    const say = useSay();
    const [kind, setKind] = useState('final');
    return (
      <RadioCards
        name="kind"
        columns={2}
        legend={say('Art der Antwort', 'Kind of answer')}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value)}
        options={[
          {
            value: 'final',
            title: say('Abschließende Antwort', 'Final answer'),
            description: say('beantwortet den Fall', 'answers the case'),
          },
          {
            value: 'question',
            title: say('Rückfrage', 'Question to patient'),
            description: say('Fall bleibt offen', 'case stays open'),
          },
          {
            value: 'documents',
            title: say('Weitere Unterlagen nötig', 'Further documents needed'),
            description: say('mit Aufgabe und Frist', 'with to-do and due date'),
          },
          {
            value: 'visit',
            title: say('Termin vereinbaren', 'Schedule an appointment'),
            description: say('mit Vorschlägen', 'with proposals'),
          },
        ]}
      />
    );
  },
};

export const CardsWithError: StoryObj = {
  render: function Choices() {
    const say = useSay();
    return (
      <RadioCards
        name="kind-missing"
        legend={say('Was ist auf dem Papier?', 'What is on the paper?')}
        error={say('Wählen Sie eine Art', 'Choose a kind')}
        options={[
          { value: 'letter', title: say('Arztbrief', 'Doctor’s letter') },
          { value: 'lab', title: say('Laborbefund', 'Laboratory report') },
        ]}
      />
    );
  },
};

export const Chips: StoryObj = {
  render: function Choices() {
    const say = useSay();
    const [who, setWho] = useState('others');
    return (
      <ChoiceChips
        name="who"
        legend={say('Einträge zeigen', 'Show entries')}
        labelHidden
        value={who}
        onChange={(event) => setWho(event.currentTarget.value)}
        options={[
          { value: 'others', label: say('Andere Personen', 'Other people') },
          { value: 'all', label: say('Alle', 'All') },
          { value: 'me', label: say('Nur ich', 'Only me') },
        ]}
      />
    );
  },
};

export const Select: StoryObj = {
  render: function Choices() {
    const say = useSay();
    const options = [
      { value: 'letter', label: say('Arztbrief', 'Doctor’s letter') },
      { value: 'op', label: say('OP-Bericht', 'Operation report') },
      { value: 'histology', label: say('Gewebebefund (Histologie)', 'Tissue report (histology)') },
      { value: 'laboratory', label: say('Laborbefund', 'Laboratory report') },
    ];
    return (
      <Stack gap={5}>
        <SelectField
          name="kind"
          label={say('Art des Dokuments', 'Kind of document')}
          placeholder={say('Bitte wählen', 'Please choose')}
          width="long"
          options={options}
        />
        <SelectField
          name="kind-error"
          label={say('Art des Dokuments', 'Kind of document')}
          placeholder={say('Bitte wählen', 'Please choose')}
          width="long"
          options={options}
          error={say('Wählen Sie eine Art', 'Choose a kind')}
        />
        <SelectField
          name="filter"
          compact
          labelHidden
          label={say('Priorität', 'Priority')}
          options={[
            { value: '', label: say('Priorität: alle', 'Priority: all') },
            { value: 'high', label: say('hoch', 'high') },
          ]}
        />
      </Stack>
    );
  },
};

export const FindADoctor: StoryObj = {
  render: function Choices() {
    const say = useSay();
    const [doctor, setDoctor] = useState('');
    return (
      <Combobox
        name="doctor"
        label={say('Ihre Ärztin oder Ihr Arzt', 'Your doctor')}
        hint={say('Name, Fachgebiet oder Ort', 'Name, field or town')}
        value={doctor}
        onChange={setDoctor}
        words={{
          clear: say('Auswahl aufheben', 'Clear choice'),
          open: say('Liste zeigen', 'Show list'),
          empty: say('Dazu haben wir niemanden gefunden', 'We found nobody for this'),
        }}
        options={[
          {
            value: '1',
            label: 'Dr. Elif Sandberg',
            description: say('Endokrine Chirurgie, Hamburg', 'Endocrine surgery, Hamburg'),
          },
          { value: '2', label: 'Dr. Anton Keil', description: say('Orthopädie, Leipzig', 'Orthopaedics, Leipzig') },
          {
            value: '3',
            label: 'Prof. Dr. Ada Marin',
            description: say('Endokrinologie, Berlin', 'Endocrinology, Berlin'),
          },
        ]}
      />
    );
  },
};

export const WordOfOnesOwn: StoryObj = {
  globals: { portal: 'doctor' },
  render: function Choices() {
    const say = useSay();
    const [specialty, setSpecialty] = useState('');
    return (
      <SuggestField
        name="specialty"
        label={say('Fachgebiet', 'Specialty')}
        value={specialty}
        onChange={setSpecialty}
        options={[say('Endokrine Chirurgie', 'Endocrine surgery'), say('Nuklearmedizin', 'Nuclear medicine')].map(
          (name) => ({ value: name, label: name }),
        )}
      />
    );
  },
};

export const Checkbox: StoryObj = {
  render: function Choices() {
    const say = useSay();
    const consent = say(
      'Ich willige ein, dass Dr. Elif Sandberg meine Gesundheitsdaten in diesem Fall ansieht, um mich zu beraten.',
      'I consent to Dr Elif Sandberg looking at my health data in this case in order to advise me.',
    );
    return (
      <Stack gap={4}>
        <CheckboxField name="consent" label={consent} />
        <CheckboxField
          name="consent-missing"
          label={consent}
          error={say('Ohne Ihre Einwilligung können wir nichts senden', 'Without your consent we cannot send anything')}
        />
        <Fieldset legend={say('Benachrichtigungen', 'Notifications')} name="notify">
          <CheckboxField name="by-mail" label={say('E-Mail', 'Email')} defaultChecked />
          <CheckboxField name="by-sms" label="SMS" hint={say('ohne medizinische Inhalte', 'without medical content')} />
        </Fieldset>
      </Stack>
    );
  },
};

export const Commands: StoryObj = {
  render: function Commands() {
    const say = useSay();
    const [typed, setTyped] = useState('');
    return (
      <CommandList
        label={say('Suchen und ausführen', 'Search and actions')}
        placeholder={say('Name, Fall oder Seite', 'Name, case or page')}
        typed={typed}
        onType={setTyped}
        groups={[
          {
            label: say('Auf dieser Seite', 'On this page'),
            commands: [{ id: 'high', label: say('Priorität hoch', 'Priority high'), detail: 'Knie', keys: '1' }],
          },
          { label: say('Seiten', 'Pages'), commands: [{ id: 'todos', label: say('Aufgaben', 'To-dos') }] },
        ]}
        onChoose={() => undefined}
        status={say('2 Einträge', '2 entries')}
      />
    );
  },
};
