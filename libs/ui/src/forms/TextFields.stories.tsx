import type { Meta, StoryObj } from '@storybook/react-vite';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { Row, Stack } from '../layout/Stack';
import { CodeField } from './CodeField';
import { Field } from './Field';
import { PasswordField } from './PasswordField';
import { PasswordRules } from './PasswordRules';
import { SearchField } from './SearchField';
import { SelectField } from './SelectField';
import { TextArea } from './TextArea';
import { EmailField, Input, TextField } from './TextField';

const meta: Meta = {
  title: 'Forms/Text fields',
  component: TextField,
  subcomponents: { TextArea, PasswordField, PasswordRules, CodeField, SearchField, Field, Input },
  parameters: usage(
    'TextField: words and numbers that only the person knows; EmailField for an address; TextArea where they are sentences. PasswordField can be shown; with PasswordRules a new password says while one types which rules are met. CodeField for the digits of a text message or an app. SearchField narrows the list under it at once. Field and Input are what they are made of, for a control that is none of them. The control is as wide as the answer. `register()` of react-hook-form spreads onto every field; the error is a prop.',
    'A choice among known things (SelectField, RadioCards), a date (DateField). Placeholders instead of labels or hints. A bare Input without a Field or a label of its own.',
  ),
};
export default meta;

export const States: StoryObj = {
  render: function Fields() {
    const say = useSay();
    return (
      <Stack gap={5}>
        <EmailField name="email" label={say('E-Mail-Adresse', 'Email address')} autoComplete="username" />
        <TextField
          name="diagnosis"
          label={say('Diagnose', 'Diagnosis')}
          hint={say('So, wie sie im Arztbrief steht', 'As it stands in the doctor’s letter')}
          defaultValue={say('Knoten in der Schilddrüse', 'Nodule in the thyroid')}
        />
        <TextField
          name="phone"
          label={say('Mobilnummer', 'Mobile number')}
          defaultValue="0151"
          error={say('Die Nummer ist zu kurz', 'The number is too short')}
        />
        <TextField
          name="zip"
          label={say('Postleitzahl', 'Postcode')}
          width="short"
          optional={say('freiwillig', 'optional')}
        />
        <TextField name="weight" label={say('Gewicht', 'Weight')} width="short" unit="kg" inputMode="decimal" />
      </Stack>
    );
  },
};

export const Password: StoryObj = {
  render: function Fields() {
    const say = useSay();
    const words = { show: say('Zeigen', 'Show'), hide: say('Verbergen', 'Hide') };
    const met = { met: say('erfüllt', 'met'), unmet: say('noch offen', 'still open') };
    const rules = [
      { label: say('Mindestens 8 Zeichen', 'At least 8 characters'), met: (text: string) => text.length >= 8 },
      {
        label: say('Groß- und Kleinbuchstaben', 'Upper- and lower-case letters'),
        met: (text: string) => /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text),
      },
      { label: say('Eine Zahl', 'A number'), met: (text: string) => /\d/.test(text) },
    ];
    return (
      <Stack gap={5}>
        <PasswordField
          name="password"
          label={say('Passwort', 'Password')}
          words={words}
          autoComplete="current-password"
        />
        <PasswordField
          name="new-password"
          label={say('Neues Passwort', 'New password')}
          words={words}
          autoComplete="new-password"
          rules={(password, id) => <PasswordRules id={id} password={password} items={rules} words={met} />}
        />
        <PasswordField
          name="wrong-password"
          label={say('Passwort', 'Password')}
          words={words}
          error={say('Bitte geben Sie Ihr Passwort ein', 'Please enter your password')}
        />
      </Stack>
    );
  },
};

export const LongText: StoryObj = {
  render: function Fields() {
    const say = useSay();
    return (
      <Stack gap={5}>
        <TextArea
          name="history"
          label={say('Vorgeschichte', 'Medical history')}
          hint={say('Was ist bisher geschehen?', 'What has happened so far?')}
          counter={{ max: 4000, words: (left) => say(`Noch ${left} Zeichen`, `${left} characters left`) }}
        />
        <TextArea
          name="too-long"
          label={say('Ihre Frage', 'Your question')}
          defaultValue={say('Muss der Knoten operiert werden?', 'Does the nodule have to be operated on?')}
          counter={{ max: 20, words: (left) => say(`${-left} Zeichen zu viel`, `${-left} characters too many`) }}
          error={say('Die Frage ist zu lang', 'The question is too long')}
        />
      </Stack>
    );
  },
};

export const LabelBeside: StoryObj = {
  globals: { portal: 'doctor' },
  render: function Fields() {
    const say = useSay();
    return (
      <TextArea
        name="findings"
        layout="beside"
        label={say('Befund', 'Findings')}
        hint={say('aus den Unterlagen', 'from the documents')}
        rows={4}
      />
    );
  },
};

export const Code: StoryObj = {
  globals: { ground: 'plain' },
  render: function Fields() {
    const say = useSay();
    return (
      <CodeField
        name="code"
        label={say('Code aus der SMS', 'Code from the text message')}
        hint={say('6 Ziffern, gültig bis 14:32 Uhr', '6 digits, valid until 2:32 pm')}
        defaultValue="4820"
      />
    );
  },
};

export const Search: StoryObj = {
  globals: { portal: 'doctor' },
  render: function Fields() {
    const say = useSay();
    return (
      <SearchField
        label={say('Patient, Geburtsdatum oder Fall suchen', 'Search patient, birth date or case')}
        placeholder={say('Patient, Geburtsdatum oder Fall', 'Patient, birth date or case')}
      />
    );
  },
};

export const SearchInAToolBar: StoryObj = {
  render: function Fields() {
    const say = useSay();
    return (
      <Row>
        <SearchField
          compact
          label={say('Fälle durchsuchen', 'Search cases')}
          placeholder={say('Fälle durchsuchen', 'Search cases')}
        />
        <SelectField
          compact
          labelHidden
          name="sort"
          label={say('Sortieren', 'Sort')}
          options={[{ value: 'newest', label: say('Neuestes zuerst', 'Newest first') }]}
        />
      </Row>
    );
  },
};

export const OneOfItsOwn: StoryObj = {
  globals: { portal: 'doctor' },
  render: function Fields() {
    const say = useSay();
    return (
      <Field label={say('Seite', 'Page')} hint={say('von 12', 'of 12')}>
        {(tied) => <Input {...tied} inputMode="numeric" size={2} defaultValue="3" />}
      </Field>
    );
  },
};
