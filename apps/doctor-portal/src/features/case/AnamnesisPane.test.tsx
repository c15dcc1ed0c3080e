import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aFormField, aLogin, anId, aProcessOverview, renderWithProviders } from '@konsil/testing';
import { AnamnesisPane } from './AnamnesisPane';

test("marks the patient's changes, with the earlier text collapsed", async () => {
  const theCase = aProcessOverview({
    diagnosis: 'Knoten links',
    changed_forms: [
      { topic: 'diagnosis', before: 'Knoten rechts', changed_at: '2099-11-20T09:00:00.000Z' },
      { topic: 'medication', before: '', changed_at: '2099-11-21T09:00:00.000Z' },
    ],
  });
  await renderWithProviders(<AnamnesisPane theCase={theCase} />, { login: aLogin({ role: 'doctor' }) });
  const diagnosis = (await screen.findByText('Knoten links')).closest('div') as HTMLElement;
  expect(diagnosis).toHaveTextContent(/geändert/);
  expect(screen.getByText('Knoten rechts')).not.toBeVisible();
  await userEvent.click(screen.getByText(/^Geändert am Freitag, 20\.\sNovember\s2099\. Vorher:$/));
  expect(screen.getByText('Knoten rechts')).toBeVisible();
  expect(screen.getByText(/^Geändert am Samstag/).closest('details')).toHaveTextContent('keine Angabe');
  expect(screen.getAllByText('geändert')).toHaveLength(2);
});

test("shows answers to the doctor's own form, with their earlier values", async () => {
  const field = aFormField({
    kind: 'number',
    label_de: 'Körpergewicht',
    label_en: 'Body weight',
    required: true,
    unit: 'kg',
  });
  const form = (answer: string) => ({
    doctor: { id: anId(), name: 'Dr. Elif Sandberg' },
    version: 1,
    fields: [field],
    answers: { [field.id]: answer },
  });
  const theCase = aProcessOverview({
    specialty_forms: [form('75')],
    changed_forms: [
      { topic: 'specialty_form', before: '', forms_before: [form('72.5')], changed_at: '2099-11-20T09:00:00.000Z' },
    ],
  });
  await renderWithProviders(<AnamnesisPane theCase={theCase} />, { login: aLogin({ role: 'doctor' }) });
  expect(await screen.findByText('75 kg')).toBeVisible();
  expect(screen.getByText(/Zusatzangaben für Dr\. Sandberg/)).toHaveTextContent(/geändert/);
  expect(screen.getByText('72,5 kg')).not.toBeVisible();
  await userEvent.click(screen.getByText(/^Geändert am/));
  expect(screen.getByText('72,5 kg')).toBeVisible();
});

test("marks a change at the present doctor's form, not at that of an earlier doctor", async () => {
  const field = aFormField({ kind: 'number', label_de: 'Körpergewicht', label_en: 'Body weight', unit: 'kg' });
  const form = (name: string, answer: string) => ({
    doctor: { id: anId(), name },
    version: 1,
    fields: [field],
    answers: { [field.id]: answer },
  });
  const theCase = aProcessOverview({
    specialty_forms: [form('Dr. Ruth Ohlsen', '80'), form('Dr. Elif Sandberg', '75')],
    changed_forms: [{ topic: 'specialty_form', before: '', changed_at: '2099-11-20T09:00:00.000Z' }],
  });
  await renderWithProviders(<AnamnesisPane theCase={theCase} />, { login: aLogin({ role: 'doctor' }) });
  expect(await screen.findByText(/Zusatzangaben für Dr\. Sandberg/)).toHaveTextContent(/geändert/);
  expect(screen.getByText(/Zusatzangaben für Dr\. Ohlsen/)).not.toHaveTextContent(/geändert/);
});

test.each([true, false])(
  'the questions stand before the diagnosis only while they are answered: %s',
  async (questionsFirst) => {
    const question = 'Muss ich operiert werden?';
    const theCase = aProcessOverview({
      diagnosis: 'Knoten',
      questions: [{ id: anId(), text: question, answer: null }],
    });
    const login = aLogin({ role: 'doctor' });
    await renderWithProviders(<AnamnesisPane theCase={theCase} questionsFirst={questionsFirst} />, { login });
    const isAfter = (await screen.findByText(question)).compareDocumentPosition(screen.getByText('Knoten'));
    expect(isAfter === Node.DOCUMENT_POSITION_FOLLOWING).toBe(questionsFirst);
  },
);
