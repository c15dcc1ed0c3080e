import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { Button } from '../actions/Button';
import { Page } from '../layout/Page';
import { CheckboxField } from './CheckboxField';
import { ErrorSummary } from './ErrorSummary';
import { FileDrop } from './FileDrop';
import { FileButton, PhotoButton } from './FileButton';
import { DocumentUploadIcon } from '../foundation/icons';
import { Form, FormActions } from './FormActions';
import { TextField } from './TextField';

const meta: Meta = {
  title: 'Forms/Form',
  component: Form,
  subcomponents: { ErrorSummary, FormActions, FileDrop, FileButton, PhotoButton },
  parameters: usage(
    'Form: checks run on submit and then live until mended. The ErrorSummary on top takes the focus once per attempt (`attempt={formState.submitCount}`, with `shouldFocusError: false`), the same words stand at the field. FormActions holds what sends it; the button says what happens. FileDrop takes files by a button, by dragging, as a whole folder; FileButton opens the file dialog alone, PhotoButton the camera for one page more.',
    'Never disable the button and never clear what was typed after a failure. No ErrorSummary above a single field that is in sight. No FileDrop inside a Dialog: files dropped beside it are lost.',
  ),
};
export default meta;

export const Failed: StoryObj = {
  render: function Failing() {
    const say = useSay();
    const [attempt, setAttempt] = useState(1);
    const errors = [
      { name: 'email', message: say('Bitte geben Sie eine gültige E-Mail-Adresse ein', 'Please enter a valid email') },
      { name: 'terms', message: say('Bitte stimmen Sie zu', 'Please agree') },
    ];
    const send = (event: FormEvent) => {
      event.preventDefault();
      setAttempt(attempt + 1);
    };
    return (
      <Page width="form">
        <Form onSubmit={send}>
          <ErrorSummary
            title={say('Bitte prüfen Sie zwei Angaben', 'Please check two answers')}
            errors={errors}
            attempt={attempt}
          />
          <TextField
            name="email"
            label={say('E-Mail-Adresse', 'Email address')}
            defaultValue="miriam@"
            error={errors[0]?.message}
          />
          <CheckboxField name="terms" label={say('Ich stimme zu', 'I agree')} error={errors[1]?.message} />
          <FormActions note={say('Entwurf gespeichert um 9:42 Uhr', 'Draft saved at 9:42 am')}>
            <Button type="submit">{say('Konto anlegen', 'Create account')}</Button>
            <Button variant="quiet">{say('Abbrechen', 'Cancel')}</Button>
          </FormActions>
        </Form>
      </Page>
    );
  },
};

export const Files: StoryObj = {
  render: function Upload() {
    const say = useSay();
    const [names, setNames] = useState<string[]>([]);
    return (
      <>
        <FileDrop
          words={{
            choose: say('Datei wählen', 'Choose file'),
            folder: say('CD oder Ordner wählen', 'Choose a CD or folder'),
            folderElsewhere: say('Eine CD laden Sie am Computer hoch.', 'Upload a CD from a computer.'),
            photo: say('Foto machen', 'Take a photo'),
            drop: say('oder hierher ziehen', 'or drag it here'),
          }}
          rules={say(
            'PDF, JPG, PNG oder DICOM (DCM, ZIP), je Datei bis 16 MB',
            'PDF, JPG, PNG or DICOM (DCM, ZIP), up to 16 MB each',
          )}
          accept=".jpg,.jpeg,.png,.pdf,.dcm,.zip"
          onFiles={(files) => setNames(files.map((file) => file.name))}
        />
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </>
    );
  },
};

export const OnePhoto: StoryObj = {
  render: function Camera() {
    const say = useSay();
    const [name, setName] = useState('');
    return (
      <>
        <PhotoButton
          label={say('Weitere Seite', 'Another page')}
          size="small"
          onPhoto={(photo) => setName(photo.name)}
        />
        <output>{name}</output>
      </>
    );
  },
};

export const FilesByButton: StoryObj = {
  render: function Dialog() {
    const say = useSay();
    const [names, setNames] = useState('');
    return (
      <>
        <FileButton
          label={say('Datei wählen', 'Choose a file')}
          icon={<DocumentUploadIcon />}
          input={{ multiple: true }}
          onFiles={(files) => setNames(files.map(({ name }) => name).join(', '))}
        />
        <output>{names}</output>
      </>
    );
  },
};
