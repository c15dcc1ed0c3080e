import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { listOf } from './lists.ts';
import { useListPatientsInfiniteQuery } from '@konsil/api/patients';
import { createPortalStore } from '@konsil/api/store';

const patient = (last_name: string) => ({
  id: crypto.randomUUID(),
  first_name: 'A',
  last_name,
  gender: 'F',
  date_of_birth: '1980-01-01',
  relationship: 'self',
  archived_at: null,
  case_count: 0,
  open_case_count: 0,
  cases_with_doctor: 0,
  cases_with_patient: 0,
  last_activity_at: '2026-11-01T10:00:00.000Z',
});
const pages: Record<string, unknown> = {
  first: { items: [patient('Adler'), patient('Berg')], next_cursor: 'c2', total: 3 },
  c2: { items: [patient('Cohn')], next_cursor: null, total: 3 },
};

function Names() {
  const { items, total, hasMore, loadMore, problem, retry } = listOf(useListPatientsInfiniteQuery({ search: 'a' }));
  return (
    <>
      <p>{`${items.map(({ last_name }) => last_name).join(' ')} of ${total}`}</p>
      {hasMore && <button onClick={loadMore}>more</button>}
      {problem && <button onClick={retry}>{problem.code}</button>}
    </>
  );
}

test('a list is read page by page, by cursor, with its filters', async () => {
  const asked: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    asked.push(input as string);
    const cursor = new URL(input as string, 'http://localhost').searchParams.get('cursor') ?? 'first';
    return Promise.resolve(
      new Response(JSON.stringify(pages[cursor]), { headers: { 'content-type': 'application/json' } }),
    );
  });
  await act(
    async () =>
      void render(
        <Provider store={createPortalStore()}>
          <Names />
        </Provider>,
      ),
  );
  expect(await screen.findByText('Adler Berg of 3')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'more' }));
  expect(await screen.findByText('Adler Berg Cohn of 3')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  expect(asked).toEqual(['/api/patientsoverview?search=a', '/api/patientsoverview?search=a&cursor=c2']);
});

test('a failed list gives the reason and can be retried', async () => {
  let down = true;
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() =>
      Promise.resolve(
        down
          ? new Response('{"code":"unavailable"}', { status: 503, headers: { 'content-type': 'application/json' } })
          : new Response(JSON.stringify(pages.c2), { headers: { 'content-type': 'application/json' } }),
      ),
    );
  await act(
    async () =>
      void render(
        <Provider store={createPortalStore()}>
          <Names />
        </Provider>,
      ),
  );
  const again = await screen.findByRole('button', { name: 'unavailable' });
  down = false;
  await userEvent.click(again);
  expect(await screen.findByText('Cohn of 3')).toBeVisible();
});

test('refetches after a lost connection is back', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  await act(
    async () =>
      void render(
        <Provider store={createPortalStore()}>
          <Names />
        </Provider>,
      ),
  );
  expect(await screen.findByRole('button', { name: 'network' })).toBeVisible();
  fetched.mockImplementation(() =>
    Promise.resolve(new Response(JSON.stringify(pages.first), { headers: { 'content-type': 'application/json' } })),
  );
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Adler Berg of 3')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'network' })).toBeNull();
});
