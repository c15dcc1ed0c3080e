import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { emptyMedicationList } from '@konsil/contracts/medication';
import type { MedicationList } from '@konsil/contracts/medication-schemas';
import { renderWithProviders } from '@konsil/testing';
import { useState } from 'react';
import { MedicationField } from './MedicationField.tsx';
import { emptyMedicine } from './MedicineDialog.tsx';

const miriam = { first_name: 'Miriam', last_name: 'Adler', date_of_birth: '1974-05-12' };
let current: MedicationList | null;
function Tied({ first }: { first: MedicationList | null }) {
  const [list, setList] = useState(first);
  const change = (next: MedicationList | null) => {
    current = next;
    setList(next);
  };
  return (
    <MedicationField
      person={miriam}
      list={list}
      allergies="Penicillin"
      onChange={change}
      onAllergies={() => undefined}
      headingLevel={2}
    />
  );
}
const open = async (...names: string[]) => {
  const medicines = names.map((trade_name) => ({ ...emptyMedicine, trade_name }));
  current = names.length > 0 ? { ...emptyMedicationList, medicines } : null;
  await renderWithProviders(<Tied first={current} />);
  return userEvent.setup();
};
const namesThere = () => current?.medicines.map(({ trade_name: name }) => name);

test('a medicine is entered by hand, with times of day or free text', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Medikament eintragen' }));
  const keep = await screen.findByRole('button', { name: 'Übernehmen' });
  await user.click(keep);
  expect(screen.getByText('Bitte geben Sie den Namen oder den Wirkstoff ein')).toBeVisible();
  await user.type(screen.getByLabelText('Name des Medikaments'), 'Muster');
  await user.type(screen.getByLabelText('morgens'), '1');
  await user.type(screen.getByLabelText(/^Oder in Worten/), 'montags');
  await user.click(keep);
  expect(screen.getByText(/Bitte nur eines davon/)).toBeVisible();
  await user.clear(screen.getByLabelText(/^Oder in Worten/));
  await user.click(keep);
  expect(current).toMatchObject({
    edited: true,
    sources: [],
    medicines: [{ trade_name: 'Muster', times: { morning: '1', noon: '', evening: '', night: '' } }],
  });
  expect(await screen.findByText('1-0-0-0')).toBeVisible();
  expect(screen.getByText('Von Hand eingetragen.')).toBeVisible();
});

test('an edited line keeps its position', async () => {
  const user = await open('Eins', 'Zwei');
  await user.click(await screen.findByRole('button', { name: 'Eins ändern' }));
  await user.type(await screen.findByLabelText('Name des Medikaments'), ' neu');
  await user.click(screen.getByRole('button', { name: 'Übernehmen' }));
  expect(namesThere()).toEqual(['Eins neu', 'Zwei']);
});

test('a removed line can be brought back', async () => {
  const user = await open('Eins', 'Zwei');
  await user.click(await screen.findByRole('button', { name: 'Eins entfernen' }));
  expect(namesThere()).toEqual(['Zwei']);
  await user.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  expect(namesThere()).toEqual(['Eins', 'Zwei']);
});

test('undoing a removal keeps the changes made since', async () => {
  const user = await open('Eins', 'Zwei');
  await user.click(await screen.findByRole('button', { name: 'Eins entfernen' }));
  await user.click(screen.getByRole('button', { name: 'Medikament eintragen' }));
  await user.type(await screen.findByLabelText('Name des Medikaments'), 'Drei');
  await user.click(screen.getByRole('button', { name: 'Übernehmen' }));
  await user.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  expect(namesThere()).toEqual(['Eins', 'Zwei', 'Drei']);
});

test('a weekly dose is entered with its day, not as times of every day', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Medikament eintragen' }));
  await user.type(await screen.findByLabelText('Name des Medikaments'), 'MTX');
  await user.type(screen.getByLabelText('morgens'), '1');
  await user.selectOptions(screen.getByLabelText('Wie nehmen Sie es?'), 'Einmal in der Woche');
  await user.click(screen.getByRole('button', { name: 'Übernehmen' }));
  expect(screen.getByText(/^Einmal in der Woche: bitte nur in Worten/)).toBeVisible();
  expect(current).toBeNull();
  await user.clear(screen.getByLabelText('morgens'));
  await user.type(screen.getByLabelText(/^Oder in Worten/), 'montags 1');
  await user.click(screen.getByRole('button', { name: 'Übernehmen' }));
  expect(current?.medicines).toMatchObject([{ times: null, dose: 'montags 1' }]);
});

test('empties the list only after a confirmation', async () => {
  const user = await open('Eins');
  await user.click(await screen.findByRole('button', { name: 'Liste leeren' }));
  expect(await screen.findByRole('alertdialog')).toBeVisible();
  expect(namesThere()).toEqual(['Eins']);
  await user.click(screen.getAllByRole('button', { name: 'Liste leeren' }).at(-1) as HTMLElement);
  expect(current).toBeNull();
});

test('asks in plain words about a medicine that is among the allergies', async () => {
  await open('Penicillin V');
  expect(await screen.findByText(/Bei den Allergien steht „Penicillin“/)).toBeVisible();
});
