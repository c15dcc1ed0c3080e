import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aProcessOverview, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import type { LetterRecipient } from '@konsil/contracts/letter-recipients';
import { LetterRecipients } from './LetterRecipients.tsx';

const practice = {
  name: 'Dr. Karin Hollweg',
  addition: 'Hausarztpraxis',
  street: 'Lindenallee 7',
  place: '50968 Köln',
};
const clinic = { name: 'Klinikum Südhafen', addition: '', street: 'Hafenstraße 1', place: '50968 Köln' };

let api: FakeApi;
afterEach(() => api.restore());

const show = async (letter_recipients: LetterRecipient[]) => {
  api = fakeApi({ saveLetterRecipients: ({ body }) => ({ ...(body as object), version: 4 }) as never });
  const theCase = aProcessOverview({ version: 3, letter_recipients });
  await renderWithProviders(<LetterRecipients theCase={theCase} reader="patient" />);
  await screen.findByRole('heading', { name: 'Empfänger des Arztbriefs' });
};
const sent = () => api.callsOf('saveLetterRecipients').map(({ body }) => body);

test('a recipient needs name and address; each field reports what is missing', async () => {
  await show([practice]);
  await userEvent.click(screen.getByRole('button', { name: 'Empfänger hinzufügen' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Empfänger hinzufügen' }));
  await userEvent.type(dialog.getByLabelText('Name der Person oder Praxis'), clinic.name);
  await userEvent.type(dialog.getByLabelText('Straße und Hausnummer'), clinic.street);
  await userEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
  expect(await dialog.findByLabelText('Postleitzahl und Ort')).toBeInvalid();
  expect(sent()).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Postleitzahl und Ort'), clinic.place);
  await userEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(sent()).toEqual([{ version: 3, recipients: [practice, clinic] }]));
});

test('a recipient is changed in place', async () => {
  await show([practice, clinic]);
  await userEvent.click(screen.getByRole('button', { name: 'Dr. Karin Hollweg ändern' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Empfänger ändern' }));
  const street = dialog.getByLabelText('Straße und Hausnummer');
  expect(street).toHaveValue(practice.street);
  await userEvent.clear(street);
  await userEvent.type(street, 'Rosenweg 1');
  await userEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
  await waitFor(() =>
    expect(sent()).toEqual([{ version: 3, recipients: [{ ...practice, street: 'Rosenweg 1' }, clinic] }]),
  );
});

test('a recipient is removed, and put back by undo', async () => {
  await show([practice, clinic]);
  await userEvent.click(screen.getByRole('button', { name: 'Klinikum Südhafen entfernen' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  await waitFor(() =>
    expect(sent()).toEqual([
      { version: 3, recipients: [practice] },
      { version: 4, recipients: [practice, clinic] },
    ]),
  );
});

test('offers no more than five recipients', async () => {
  await show([practice, clinic, practice, clinic, practice]);
  expect(screen.queryByRole('button', { name: 'Empfänger hinzufügen' })).not.toBeInTheDocument();
  expect(screen.getByText(/Mehr als fünf/)).toBeVisible();
});
