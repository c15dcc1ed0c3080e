import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { anId, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import type { LetterRecipient } from '@konsil/contracts/letter-recipients';
import { LetterRecipients, type LetterRecipientsProps } from './LetterRecipients.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const id = anId();
const [first, second, third] = ['Dr. Hollweg', 'Klinikum Südhafen', 'Dr. Ohlsen'].map(
  (name): LetterRecipient => ({ name, addition: '', street: 'Lindenallee 7', place: '50968 Köln' }),
) as [LetterRecipient, LetterRecipient, LetterRecipient];
type Seen = LetterRecipientsProps['theCase'];
const seen = (letter_recipients: LetterRecipient[], version: number): Seen => ({ id, version, letter_recipients });
const others = 'Others change the case';
/** A case as it is, and as others change it. */
function Changing({ before, after }: { before: Seen; after: Seen }) {
  const [theCase, setCase] = useState(before);
  return (
    <>
      <button type="button" onClick={() => setCase(after)}>
        {others}
      </button>
      <LetterRecipients theCase={theCase} reader="patient" />
    </>
  );
}
const open = (before: Seen, after: Seen) => renderWithProviders(<Changing before={before} after={after} />);

test('an open form changes its own recipient, in the version seen when it opened', async () => {
  api = fakeApi({ saveLetterRecipients: { version: 5, recipients: [] } });
  await open(seen([first, second], 3), seen([second], 4));
  await userEvent.click(await screen.findByRole('button', { name: 'Dr. Hollweg ändern' }));
  // Meanwhile the doctor has removed it.
  fireEvent.click(screen.getByText(others));
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  expect(name).toHaveValue('Dr. Hollweg');
  await userEvent.type(name, ', Praxis');
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  await waitFor(() =>
    expect(api.callsOf('saveLetterRecipients')).toMatchObject([
      { body: { version: 3, recipients: [{ ...first, name: 'Dr. Hollweg, Praxis' }, second] } },
    ]),
  );
});

test('undoing a removal does not overwrite changes made by others', async () => {
  api = fakeApi({ saveLetterRecipients: { version: 4, recipients: [second] } });
  await open(seen([first, second], 3), seen([second, third], 5));
  await userEvent.click(await screen.findByRole('button', { name: 'Dr. Hollweg entfernen' }));
  const undo = await screen.findByRole('button', { name: 'Rückgängig' });
  fireEvent.click(screen.getByText(others));
  await userEvent.click(undo);
  await waitFor(() =>
    expect(api.callsOf('saveLetterRecipients').map(({ body }) => body)).toMatchObject([
      { version: 3, recipients: [second] },
      { version: 4, recipients: [first, second] },
    ]),
  );
});
