import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { SearchField } from '../forms/SearchField';
import { NothingFound } from './EmptyState';

function List({ startAt }: { startAt: 'search' | 'title' }) {
  const search = useRef<HTMLInputElement>(null);
  return (
    <main>
      <h1 tabIndex={-1}>Fälle</h1>
      <SearchField label="Überall suchen" />
      <SearchField ref={search} label="Fälle durchsuchen" />
      <NothingFound
        title="Keine Fälle."
        clear="Zurücksetzen"
        onClear={() => undefined}
        startAt={startAt}
        search={search}
      >
        Nichts passt.
      </NothingFound>
    </main>
  );
}

describe('Who clears a list that found nothing starts anew', () => {
  it('in the search field of this list, not of another', async () => {
    render(<List startAt="search" />);
    await userEvent.click(screen.getByRole('button', { name: 'Zurücksetzen' }));
    expect(screen.getByRole('searchbox', { name: 'Fälle durchsuchen' })).toHaveFocus();
  });

  it('at the title after a choice', async () => {
    render(<List startAt="title" />);
    await userEvent.click(screen.getByRole('button', { name: 'Zurücksetzen' }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});
