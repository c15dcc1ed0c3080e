import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TextField } from '../forms/TextField';
import { Dialog } from './Dialog';

let load = (_: boolean) => {};
function Task() {
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState(false);
  load = setLoaded;
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
  render(<Task />);
  await userEvent.keyboard('{Tab}{Enter}');
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
  act(() => load(true));
  await waitFor(() => expect(screen.getByLabelText('Titel')).toHaveFocus());

  await userEvent.keyboard('{Escape}');
  act(() => load(false));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
  await userEvent.keyboard('{Tab}');
  expect(screen.getByRole('button', { name: 'Schließen' })).toHaveFocus();
  act(() => load(true));
  expect(await screen.findByLabelText('Titel')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Schließen' })).toHaveFocus();
});
