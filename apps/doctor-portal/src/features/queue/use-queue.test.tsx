import { act, screen, waitFor } from '@testing-library/react';
import { anId, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { freezeQueue, frozenQueue, markAnsweredInQueue } from './frozen-queue';
import { useListedQueue, useQueue } from './use-queue';

let api: FakeApi;
afterEach(() => {
  api.restore();
  act(() => freezeQueue(undefined));
});

const some = (count: number) => Array.from({ length: count }, () => ({ id: anId(), patient: { id: anId() } }));
const items = some(210);
const idAt = (index: number) => items[index]?.id ?? '';

function Place({ caseId }: { caseId: string | undefined }) {
  const { place, total, previous, next, nextOther } = useQueue(caseId);
  return (
    <p>{`${place + 1} of ${total}, ${items.findIndex(({ id }) => id === previous?.id)}, ${items.findIndex(({ id }) => id === next?.id)}, ${items.findIndex(({ id }) => id === nextOther?.id)}`}</p>
  );
}
function Listed({ search }: { search: string }) {
  useListedQueue({ view: 'answered', search, sort: 'due' });
  return <p>listed</p>;
}
const open = (page: React.ReactElement, given = items) => {
  api = fakeApi({ caseQueue: () => ({ items: given }) });
  return renderWithProviders(page);
};

test('finds the position of a case and the next one in a queue of any length', async () => {
  await open(<Place caseId={idAt(149)} />);
  expect(await screen.findByText('150 of 210, 148, 150, 150')).toBeVisible();
});

test('the queue is the last shown list with its filter, search and order', async () => {
  const { unmount } = await open(<Listed search="Adler" />);
  unmount();
  await open(<Place caseId={idAt(0)} />);
  await waitFor(() =>
    expect(api.callsOf('caseQueue').map(({ query }) => query)).toEqual([
      { view: 'answered', search: 'Adler', sort: 'due' },
    ]),
  );
});

test('the queue stays unchanged until the list is shown again', async () => {
  const first = await open(<Place caseId={idAt(22)} />);
  expect(await screen.findByText(/^23 of 210/)).toBeVisible();
  first.unmount();
  const moved = [items[22], ...items.filter((_, index) => index !== 22)].flatMap((item) => item ?? []);
  const second = await open(<Place caseId={idAt(22)} />, moved);
  expect(await screen.findByText('23 of 210, 21, 23, 23')).toBeVisible();
  expect(api.callsOf('caseQueue')).toEqual([]);
  second.unmount();
  (await open(<Listed search="" />, moved)).unmount();
  await open(<Place caseId={idAt(22)} />, moved);
  expect(await screen.findByText(/^1 of 210/)).toBeVisible();
});

test('skips answered cases, and continues with the first case after the last', async () => {
  await open(<Place caseId={idAt(209)} />);
  expect(await screen.findByText('210 of 210, 208, -1, 0')).toBeVisible();
  act(() => markAnsweredInQueue(idAt(0)));
  expect(await screen.findByText('210 of 210, 208, -1, 1')).toBeVisible();
});

test('a reload keeps the queue: only ids are stored, no search term', async () => {
  const { unmount } = await open(<Listed search="Adler" />);
  unmount();
  await open(<Place caseId={idAt(3)} />);
  expect(await screen.findByText(/^4 of 210/)).toBeVisible();
  const stored = sessionStorage.getItem('konsil:queue') ?? '';
  expect(JSON.parse(stored)).toEqual(frozenQueue());
  expect(stored).not.toContain('Adler');
});
