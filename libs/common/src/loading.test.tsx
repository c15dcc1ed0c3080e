import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, use, useState } from 'react';
import type { ReactElement } from 'react';
import { initI18n } from '@konsil/i18n';
import { ListRow } from '@konsil/ui';
import { ListContent, LoadFailed, Waiting, WaitingForDraft } from './index.ts';
import type { PagedList } from './index.ts';

beforeAll(() => initI18n({ locale: 'de' }));
const show = (page: ReactElement) => act(async () => void render(<Suspense>{page}</Suspense>));

describe('A loading state', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

  test('announces itself, and offers a reload after 8 seconds', async () => {
    await show(<Waiting label="Fälle werden geladen" />);
    expect(screen.getByText('Fälle werden geladen')).toBeVisible();
    await wait(7900);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    await wait(200);
    expect(screen.getByText('Das dauert länger als sonst.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Seite neu laden' })).toBeVisible();
  });

  test('says for a form that the draft is loading', async () => {
    await show(<WaitingForDraft />);
    await wait(8100);
    expect(
      screen.getByText('Ihr Entwurf wird noch geholt. Die Verbindung ist langsam oder unterbrochen.'),
    ).toBeVisible();
  });
});

test('a failure names what failed and why, and is busy during a retry', async () => {
  let arrive = () => {};
  await show(
    <LoadFailed
      problem={{ code: 'network' }}
      onRetry={() =>
        new Promise<void>((resolve) => {
          arrive = resolve;
        })
      }
    >
      Die Fälle konnten nicht geladen werden.
    </LoadFailed>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Die Fälle konnten nicht geladen werden.Keine Verbindung.');
  const retry = screen.getByRole('button', { name: 'Noch einmal versuchen' });
  await userEvent.click(retry);
  expect(retry).toHaveAttribute('aria-disabled', 'true');
  await act(async () => arrive());
  expect(retry).not.toHaveAttribute('aria-disabled');
});

describe('A paginated list', () => {
  const all = ['Adler', 'Berg', ...Array.from({ length: 22 }, (_, place) => `Cohn ${place + 1}`)];
  const pageOf = (count: number, more: Partial<PagedList<string>> = {}): PagedList<string> => ({
    items: all.slice(0, count),
    total: all.length,
    currentTotal: all.length,
    first: { items: all.slice(0, 2) },
    isLoading: false,
    problem: undefined,
    hasMore: count < all.length,
    isLoadingMore: false,
    loadMore: () => {},
    retry: () => {},
    ...more,
  });
  const row = (name: string) => <ListRow key={name} title={name} />;

  test('shows how much is loaded, and focuses the first new row', async () => {
    const Paged = () => {
      const [shown, setShown] = useState(2);
      return (
        <ListContent list={pageOf(shown, { loadMore: () => setShown(shown + 11) })} empty="nichts">
          {row}
        </ListContent>
      );
    };
    await show(<Paged />);
    expect(screen.getByRole('status')).toHaveTextContent('2 von 24');
    await userEvent.click(screen.getByRole('button', { name: 'Mehr laden' }));
    expect(screen.getAllByRole('listitem')[2]).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Mehr laden' }));
    expect(screen.getAllByRole('listitem')[13]).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent('24 von 24');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('loads the last few rows once, silently and without moving the focus', async () => {
    const asked = jest.fn();
    const Paged = () => {
      const [shown, setShown] = useState(0);
      return (
        <>
          <button onClick={() => setShown(14)}>Öffnen</button>
          <ListContent
            list={pageOf(shown, {
              first: { items: all.slice(0, 14) },
              loadMore: () => {
                asked();
                setShown(24);
              },
            })}
            empty="nichts"
          >
            {row}
          </ListContent>
        </>
      );
    };
    await show(<Paged />);
    const opener = screen.getByRole('button', { name: 'Öffnen' });
    await userEvent.click(opener);
    expect(screen.getAllByRole('listitem')).toHaveLength(24);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(opener).toHaveFocus();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Mehr laden' })).not.toBeInTheDocument();
  });

  test('does not shift the page while the texts of its rows load', async () => {
    const texts = new Promise<string>(() => undefined);
    const Row = () => <ListRow title={use(texts)} />;
    const Page = () => {
      const [loaded, setLoaded] = useState(false);
      return (
        <>
          <h1>Fälle</h1>
          <button onClick={() => setLoaded(true)}>Öffnen</button>
          <ListContent list={pageOf(2, { isLoading: !loaded })} empty="nichts" label="Fälle werden geladen">
            {(name) => <Row key={name} />}
          </ListContent>
        </>
      );
    };
    await show(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Öffnen' }));
    expect(screen.getByRole('heading', { name: 'Fälle' })).toBeVisible();
    expect(screen.getByText('Fälle werden geladen')).toBeVisible();
  });

  test('shows no count at the end if it was loaded at once', async () => {
    await show(
      <ListContent list={pageOf(24, { first: { items: all } })} empty="nichts">
        {row}
      </ListContent>,
    );
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  test('keeps its rows when loading more fails', async () => {
    const loadMore = jest.fn();
    await show(
      <ListContent list={pageOf(2, { problem: { code: 'network' }, loadMore })} empty="nichts">
        {row}
      </ListContent>,
    );
    expect(screen.getByText('Adler')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
    expect(loadMore).toHaveBeenCalledTimes(1);
  });

  test('shows no rows of another query when the request fails', async () => {
    await show(
      <ListContent list={pageOf(2, { problem: { code: 'network' }, currentTotal: undefined })} empty="nichts">
        {row}
      </ListContent>,
    );
    expect(screen.queryByText('Adler')).not.toBeInTheDocument();
    expect(screen.getByRole('alert')).toBeVisible();
  });
});
