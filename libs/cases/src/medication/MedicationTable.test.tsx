import { screen, within } from '@testing-library/react';
import { renderWithProviders } from '@konsil/testing';
import { aMedicationList } from './medication.testing.ts';
import { MedicationTable, type MedicationTableProps } from './MedicationTable.tsx';
import { TopicDetail } from './TopicDetail.tsx';

const open = (props: Partial<MedicationTableProps> = {}, locale: 'de' | 'en' = 'de') =>
  renderWithProviders(<MedicationTable list={aMedicationList} allergies="" reader="patient" {...props} />, { locale });
const rowOf = async (name: RegExp) =>
  within((await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement);

test('a line has name, form, dose in numbers and words, hint and reason', async () => {
  await open();
  const row = await rowOf(/^Ramipril 5 mg/);
  for (const text of ['1-0-½-0 Stück', 'morgens 1 und abends ½', 'vor dem Essen', 'Bluthochdruck'])
    expect(row.getByText(text)).toBeVisible();
  expect(row.getByText('Ramipril Muster, Tabletten')).toBeVisible();
  expect(screen.getByText(/Aus dem Medikationsplan vom 03\.11\.2026, Dr\. Jana Beispiel/)).toBeVisible();
});

test('a medicine without a name shows its number, and tells patients where to look', async () => {
  await open();
  expect(await screen.findByText('PZN 02223945')).toBeVisible();
  expect(screen.getByText(/Der Name steht auf dem Papier/)).toBeVisible();
});

test('shows known headings in the language of the reader, and others unchanged', async () => {
  const [first, ...others] = aMedicationList.medicines;
  const own = {
    ...aMedicationList,
    medicines: [{ ...(first as NonNullable<typeof first>), heading: 'Nach Plan' }, ...others],
  };
  await open({ list: own }, 'en');
  for (const name of ['Nach Plan', 'Long-term medicines', 'When needed'])
    expect(await screen.findByRole('rowheader', { name })).toBeVisible();
});

test('warns of duplicates and declared allergies, and says what is not checked', async () => {
  const twice = {
    ...aMedicationList,
    medicines: [...aMedicationList.medicines, ...aMedicationList.medicines.slice(0, 1)],
  };
  await open({ list: twice, allergies: 'Metamizol (Ausschlag)', reader: 'doctor' });
  expect(await screen.findByText(/Angegebene Allergie: „Metamizol \(Ausschlag\)“/)).toBeVisible();
  expect(screen.getByText(/Mehrfach auf der Liste: Ramipril/)).toBeVisible();
  expect(screen.getByText(/Wechselwirkungen und Stoffgruppen werden nicht geprüft/)).toBeVisible();
});

test('shows no heading for warnings if there are none', async () => {
  await open({ allergies: 'Pflaster' });
  expect(await screen.findByRole('table', { name: 'Medikamente' })).toBeVisible();
  expect(screen.queryByText('Bitte fragen Sie nach')).toBeNull();
});

test('shows the text of a topic below the list, or alone if there is no list', async () => {
  const anamnesis = { medication: 'Und Tee', allergies: '', medication_list: aMedicationList };
  await renderWithProviders(
    <TopicDetail topic="medication" anamnesis={anamnesis} reader="doctor">
      Und Tee
    </TopicDetail>,
  );
  expect(await screen.findByRole('table')).toBeVisible();
  expect(screen.getByText('Und Tee')).toBeVisible();
  await renderWithProviders(
    <TopicDetail topic="medication" anamnesis={{ ...anamnesis, medication_list: null }} reader="doctor">
      Nur Worte
    </TopicDetail>,
  );
  expect(screen.getByText('Nur Worte')).toBeVisible();
});
