import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import type { NewPatient } from '@konsil/contracts/patients';
import { renderWithProviders } from '@konsil/testing';
import { AddressFields } from './AddressFields.tsx';

function Fields(values: Partial<NewPatient>) {
  const form = useForm<NewPatient>({
    defaultValues: {
      street: '',
      house_number: '',
      zipcode: '',
      city: '',
      state: '',
      country: 'Deutschland',
      ...values,
    },
  });
  return <AddressFields form={form} bind={(name) => ({ ...form.register(name), error: undefined })} />;
}
const box = (name: string) => screen.getByRole('textbox', { name });
const open = async (values: Partial<NewPatient> = {}) => {
  await renderWithProviders(<Fields {...values} />);
  await screen.findByRole('textbox', { name: 'Straße' });
  return userEvent.setup();
};

test('a house number typed behind the street moves to its field when the street is left', async () => {
  const user = await open();
  await user.type(box('Straße'), 'Straße des 17. Juni 135');
  expect(box('Hausnummer')).toHaveValue('');
  await user.tab();
  await waitFor(() => expect(box('Hausnummer')).toHaveValue('135'));
  expect(box('Straße')).toHaveValue('Straße des 17. Juni');
});

test('a house number typed behind the street is in its field before Enter submits the form', async () => {
  const user = await open();
  await user.type(box('Straße'), 'Lindenweg 12a{Enter}');
  await waitFor(() => expect(box('Hausnummer')).toHaveValue('12a'));
  expect(box('Straße')).toHaveValue('Lindenweg');
});

test('moves a house number that autofill appended to the street at once', async () => {
  await open();
  fireEvent.change(box('Straße'), { target: { value: 'Lindenweg 12a' } });
  await waitFor(() => expect(box('Hausnummer')).toHaveValue('12a'));
  expect(box('Straße')).toHaveValue('Lindenweg');
});

test('an existing house number is kept', async () => {
  const user = await open({ house_number: '4' });
  await user.type(box('Straße'), 'Platz 17');
  await user.tab();
  expect(box('Straße')).toHaveValue('Platz 17');
  expect(box('Hausnummer')).toHaveValue('4');
});

test("fills in and announces a postcode's only town, also after a correction", async () => {
  const user = await open();
  await user.type(box('Postleitzahl'), '50667');
  await waitFor(() => expect(box('Ort')).toHaveValue('Köln'));
  expect(screen.getByRole('status')).toHaveTextContent('Zur Postleitzahl eingetragen: Köln');
  await user.type(box('Postleitzahl'), '{Backspace}');
  await waitFor(() => expect(box('Ort')).toHaveValue(''));
  await user.clear(box('Postleitzahl'));
  await user.type(box('Postleitzahl'), '01067');
  await waitFor(() => expect(box('Ort')).toHaveValue('Dresden'));
});

test('offers a choice if a postcode has several towns', async () => {
  const user = await open();
  await user.type(box('Postleitzahl'), '83471');
  await user.click(await screen.findByRole('button', { name: 'Schönau am Königssee' }));
  expect(screen.getByRole('combobox', { name: 'Ort' })).toHaveValue('Schönau am Königssee');
  expect(screen.getByRole('button', { name: 'Schönau am Königssee' })).toHaveAttribute('aria-pressed', 'true');
});

test('a town chosen by button is cleared or replaced when the postcode changes', async () => {
  const user = await open();
  const choose = async () => {
    await user.clear(box('Postleitzahl'));
    await user.type(box('Postleitzahl'), '83471');
    await user.click(await screen.findByRole('button', { name: 'Schönau am Königssee' }));
  };
  await choose();
  await user.clear(box('Postleitzahl'));
  await user.type(box('Postleitzahl'), '50667');
  await waitFor(() => expect(box('Ort')).toHaveValue('Köln'));
  await choose();
  await user.type(box('Postleitzahl'), '{Backspace}');
  await waitFor(() => expect(box('Ort')).toHaveValue(''));
});

test('a typed town that replaced a chosen one is kept', async () => {
  const user = await open();
  await user.type(box('Postleitzahl'), '83471');
  await user.click(await screen.findByRole('button', { name: 'Schönau am Königssee' }));
  const town = () => screen.getByLabelText('Ort');
  await user.type(town(), ', Oberschönau');
  await user.clear(box('Postleitzahl'));
  await user.type(box('Postleitzahl'), '83471');
  await screen.findByRole('button', { name: 'Schönau am Königssee' });
  expect(town()).toHaveValue('Schönau am Königssee, Oberschönau');
});

test('keeps a typed town, and looks up no towns abroad', async () => {
  const user = await open({ city: 'Deutz' });
  await user.type(box('Postleitzahl'), '50679');
  expect(box('Ort')).toHaveValue('Deutz');
  const country = screen.getByRole('combobox', { name: /^Land/ });
  await user.selectOptions(country, 'Österreich');
  await user.clear(box('Ort'));
  await user.clear(box('Postleitzahl'));
  await user.type(box('Postleitzahl'), '50667');
  expect(box('Ort')).toHaveValue('');
  await user.selectOptions(country, 'Deutschland');
  await waitFor(() => expect(box('Ort')).toHaveValue('Köln'));
});
