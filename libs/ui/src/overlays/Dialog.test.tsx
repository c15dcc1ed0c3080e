import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TextField } from '../forms/TextField';
import { Dialog } from './Dialog';

function Task({ loaded }: { loaded: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Öffnen
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} closeLabel="Schließen" title="Aufgabe">
        {loaded ? <TextField label="Titel" name="title" /> : <p>Wird geladen</p>}
      </Dialog>
    </>
  );
}

test('focuses the first field that loads late, unless the focus has moved meanwhile', async () => {
  const { rerender } = render(<Task loaded={false} />);
  const load = (loaded: boolean) => rerender(<Task loaded={loaded} />);
  await userEvent.keyboard('{Tab}{Enter}');
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
  load(true);
  await waitFor(() => expect(screen.getByLabelText('Titel')).toHaveFocus());

  await userEvent.keyboard('{Escape}');
  load(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
  await userEvent.keyboard('{Tab}');
  expect(screen.getByRole('button', { name: 'Schließen' })).toHaveFocus();
  load(true);
  expect(await screen.findByLabelText('Titel')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Schließen' })).toHaveFocus();
});
