import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog';

const { getAnimations } = Element.prototype;
// jsdom has no transitions: this keeps the dialog mounted while it would fade, as in a browser.
beforeEach(() => {
  Element.prototype.getAnimations = () => [
    { finished: new Promise(() => {}), pending: false, playState: 'running' } as unknown as Animation,
  ];
});
afterEach(() => {
  Element.prototype.getAnimations = getAnimations;
});

test('an answered dialog ignores further clicks while it fades out', async () => {
  const confirm = jest.fn();
  function Asking() {
    const [open, setOpen] = useState(true);
    const answer = () => {
      setOpen(false);
      confirm();
    };
    return (
      <ConfirmDialog
        open={open}
        title="Konto wirklich löschen?"
        confirmLabel="Löschen"
        cancelLabel="Abbrechen"
        onCancel={() => setOpen(false)}
        onConfirm={answer}
      />
    );
  }
  render(<Asking />);
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Löschen' }));
  expect(confirm).toHaveBeenCalledTimes(1);
});
