import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastProvider, useToast } from './Toast';

const words = { region: 'Meldungen', close: 'Schließen' };

function News() {
  const toast = useToast();
  return (
    <button
      type="button"
      onClick={() => toast({ id: 'message', text: 'Neue Nachricht', link: { label: 'Ansehen', to: '#messages' } })}
    >
      Melden
    </button>
  );
}

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

function Fail() {
  const toast = useToast();
  return (
    <button type="button" onClick={() => toast({ tone: 'danger', text: 'Keine Verbindung' })}>
      Versuchen
    </button>
  );
}

describe('A toast', () => {
  it('is announced politely, can undo the action, and disappears', async () => {
    const undo = jest.fn();
    render(
      <ToastProvider words={words}>
        <Archive onUndo={undo} />
      </ToastProvider>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Archivieren' }));
    const place = await screen.findByRole('region', { name: 'Meldungen' });
    expect(place).toHaveAttribute('aria-live', 'polite');
    expect(place).toHaveAttribute('data-print', 'hide');
    await waitFor(() => expect(place).toHaveTextContent('Der Fall ist im Archiv'));
    await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
    expect(undo).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByText('Der Fall ist im Archiv')).not.toBeInTheDocument());
  });

  it('links to its subject, and shows the same thing once', async () => {
    render(
      <ToastProvider words={words}>
        <News />
      </ToastProvider>,
    );
    await userEvent.dblClick(screen.getByRole('button', { name: 'Melden' }));
    const link = await screen.findByRole('link', { name: 'Ansehen' });
    expect(link).toHaveAttribute('href', '#messages');
    await userEvent.click(link);
    await waitFor(() => expect(screen.queryByText('Neue Nachricht')).not.toBeInTheDocument());
  });

  it('is announced the first time, too: the live region exists before its text', async () => {
    const firstWords: (string | null)[] = [];
    const watch = new MutationObserver(() => {
      const place = document.querySelector('[aria-live]');
      if (place) firstWords.push(place.textContent);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    render(
      <ToastProvider words={words}>
        <News />
      </ToastProvider>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Melden' }));
    await screen.findByText('Neue Nachricht');
    watch.disconnect();
    expect(firstWords[0]).toBe('');
  });

  it('about a failure is announced at once, shown once, and stays until closed', async () => {
    render(
      <ToastProvider words={words}>
        <Fail />
      </ToastProvider>,
    );
    await userEvent.dblClick(screen.getByRole('button', { name: 'Versuchen' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Keine Verbindung$/);
    // Base UI announces in one element and shows another.
    const sheet = () => screen.getByRole('alertdialog', { hidden: true });
    expect(sheet()).toBeVisible();
    jest.useFakeTimers();
    try {
      await act(() => jest.advanceTimersByTimeAsync(60_000));
    } finally {
      jest.useRealTimers();
    }
    expect(sheet()).toBeVisible();
    await userEvent.click(screen.getByLabelText('Schließen'));
    await waitFor(() => expect(screen.queryByText('Keine Verbindung')).not.toBeInTheDocument());
  });
});
