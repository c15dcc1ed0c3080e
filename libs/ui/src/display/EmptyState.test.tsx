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

describe('Clearing a search without results', () => {
  it('focuses the search field of the same list', async () => {
    render(<List startAt="search" />);
    await userEvent.click(screen.getByRole('button', { name: 'Zurücksetzen' }));
    expect(screen.getByRole('searchbox', { name: 'Fälle durchsuchen' })).toHaveFocus();
  });

  it('focuses the title when a filter was chosen', async () => {
    render(<List startAt="title" />);
    await userEvent.click(screen.getByRole('button', { name: 'Zurücksetzen' }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});
