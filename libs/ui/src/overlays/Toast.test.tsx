import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastProvider, useToast } from './Toast';

function Archive({ onUndo }: { onUndo: () => void }) {
  const toast = useToast();
  return (
    <button
      type="button"
      onClick={() => toast({ text: 'Der Fall ist im Archiv', action: { label: 'Rückgängig', onClick: onUndo } })}
    >
      Archivieren
    </button>
  );
}

describe('A toast', () => {
  it('says politely what was done, takes it back, and is gone', async () => {
    const undo = jest.fn();
    render(
      <ToastProvider words={{ region: 'Meldungen', close: 'Schließen' }}>
        <Archive onUndo={undo} />
      </ToastProvider>,
    );
    const place = screen.getByRole('region', { name: 'Meldungen' });
    expect(place).toHaveAttribute('aria-live', 'polite');

    await userEvent.click(screen.getByRole('button', { name: 'Archivieren' }));
    expect(place).toHaveTextContent('Der Fall ist im Archiv');
    await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
    expect(undo).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByText('Der Fall ist im Archiv')).not.toBeInTheDocument());
  });
});
