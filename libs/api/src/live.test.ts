import { waitFor } from '@testing-library/react';
import { caseRoutes } from '@konsil/contracts/cases';
import { prefetch, takePrefetched } from './ahead.ts';
import type { baseApi } from './base-api.ts';
import { sessionEnded } from './session-signals.ts';
import { startLive } from './live.ts';

interface Line {
  request: Request;
  send: (text: string) => void;
  cut: () => void;
}
const lines: Line[] = [];
let stop = () => undefined as void;

/** A server whose streams the test controls. */
const holdStreams = () =>
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (own) => {
        controller = own;
      },
    });
    init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
    lines.push({
      request: new Request(input as string, init),
      send: (text) => controller.enqueue(new TextEncoder().encode(text)),
      cut: () => controller.close(),
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  });
const line = async (index: number) => {
  await waitFor(() => expect(lines.length).toBeGreaterThan(index));
  return lines[index] as Line;
};
/** Another tab holds the stream until it is released. */
const holdInAnotherTab = () => {
  let release = () => undefined as void;
  const held = new Promise<void>((done) => {
    release = done;
  });
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, _options: object, work: () => Promise<void>) => held.then(work) },
  });
  return release;
};
const dispatched = () => {
  const store = { dispatch: jest.fn() };
  return {
    store,
    tags: () =>
      store.dispatch.mock.calls.map(
        ([action]) =>
          (action as ReturnType<typeof baseApi.util.invalidateTags>).payload as { type: string; id?: string }[],
      ),
  };
};
const event = (fields: object, id = '1') => `id: ${id}\ndata: ${JSON.stringify({ mine: false, ...fields })}\n\n`;
const caseId = '0b8b5f2e-6f0f-4d6c-9a51-0d9e1a4b7c10';

beforeEach(() => {
  lines.length = 0;
  holdStreams();
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'locks');
});

test('refetches what changed elsewhere', async () => {
  const { store, tags } = dispatched();
  stop = startLive(store as never);
  (await line(0)).send(event({ type: 'message', case_id: caseId }));
  await waitFor(() => expect(tags()).toHaveLength(1));
  expect(tags()[0]).toEqual(
    expect.arrayContaining([{ type: 'Messages', id: caseId }, { type: 'Case', id: caseId }, { type: 'Cases' }]),
  );
});

test('discards responses that were prefetched before the change', async () => {
  const { store, tags } = dispatched();
  prefetch(caseRoutes.dashboard);
  stop = startLive(store as never);
  (await line(1)).send(event({ type: 'message', case_id: caseId }));
  await waitFor(() => expect(tags()).toHaveLength(1));
  expect(takePrefetched(caseRoutes.dashboard, {})).toBeUndefined();
});

test('reconnects and catches up from the last event; resync refetches everything', async () => {
  const { store, tags } = dispatched();
  stop = startLive(store as never);
  const first = await line(0);
  first.send(event({ type: 'todo', case_id: caseId }, '41'));
  await waitFor(() => expect(tags()).toHaveLength(1));
  first.cut();
  const second = await line(1);
  expect(second.request.headers.get('last-event-id')).toBe('41');
  second.send(event({ type: 'resync' }, '50'));
  await waitFor(() => expect(tags()).toHaveLength(2));
  expect(tags()[1]?.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['Cases', 'Case', 'Messages', 'Patients', 'Epicrisis']),
  );
});

test('stops for good when the session has ended', async () => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response('{"code":"unauthorized"}', { status: 401 })));
  const ended = jest.fn();
  const unlisten = sessionEnded.listen(ended);
  stop = startLive(dispatched().store as never);
  await waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
  window.dispatchEvent(new Event('online'));
  await Promise.resolve();
  expect(fetch).toHaveBeenCalledTimes(1);
  unlisten();
});

test('an unknown event of a newer server refetches, and listening continues', async () => {
  const { store, tags } = dispatched();
  stop = startLive(store as never);
  const first = await line(0);
  first.send(event({ type: 'fax', case_id: caseId }));
  await waitFor(() => expect(tags()).toHaveLength(1));
  expect(tags()[0]?.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['Cases', 'Case', 'Messages', 'Patients', 'Epicrisis']),
  );
  first.send(event({ type: 'account' }, '2'));
  await waitFor(() => expect(tags()).toHaveLength(2));
  expect(tags()[1]).toEqual(expect.arrayContaining([{ type: 'Settings' }]));
  expect(lines).toHaveLength(1);
});

test('a tab of a newer version relays unknown events to an older tab', async () => {
  const { store, tags } = dispatched();
  holdInAnotherTab();
  const heard = jest.fn();
  stop = startLive(store as never, heard);
  const newer = new BroadcastChannel('konsil.live');
  newer.postMessage({ event: { type: 'fax', case_id: caseId, mine: false }, isNews: true, lastId: '23' });
  newer.close();
  await waitFor(() => expect(tags()).toHaveLength(1));
  expect(tags()[0]?.map(({ type }) => type)).toEqual(expect.arrayContaining(['Cases', 'Messages']));
  expect(heard).toHaveBeenCalledWith(expect.objectContaining({ type: 'resync' }));
});

test('a session ended by the server is reported at once, without reconnecting', async () => {
  const ended = jest.fn();
  const unlisten = sessionEnded.listen(ended);
  const { store, tags } = dispatched();
  stop = startLive(store as never);
  const first = await line(0);
  first.send(`data: ${JSON.stringify({ type: 'session_ended', mine: false })}\n\n`);
  await waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
  expect(first.request.signal.aborted).toBe(true);
  window.dispatchEvent(new Event('online'));
  await Promise.resolve();
  expect(lines).toHaveLength(1);
  expect(tags()).toEqual([]);
  unlisten();
});

test('losing the stream before the first event reconnects with its starting point', async () => {
  stop = startLive(dispatched().store as never);
  const first = await line(0);
  first.send('retry: 2000\nid: 17\n\n');
  first.cut();
  expect((await line(1)).request.headers.get('last-event-id')).toBe('17');
});

test("asks for changes since the page's first request", async () => {
  const began = Date.now();
  stop = startLive(dispatched().store as never);
  const { request } = await line(0);
  const behind = Number(new URL(request.url).searchParams.get('behind'));
  expect(behind).toBeGreaterThanOrEqual(1);
  expect(behind).toBeLessThanOrEqual(Date.now() - began + 1);
});

test('a tab that takes over the stream continues after the last relayed event', async () => {
  const { store, tags } = dispatched();
  const release = holdInAnotherTab();
  stop = startLive(store as never);
  const other = new BroadcastChannel('konsil.live');
  other.postMessage({ event: { type: 'message', case_id: caseId, mine: false }, isNews: true, lastId: '23' });
  other.close();
  await waitFor(() => expect(tags()).toHaveLength(1));
  release();
  const { request } = await line(0);
  expect(request.headers.get('last-event-id')).toBe('23');
  expect(new URL(request.url).searchParams.has('behind')).toBe(false);
});

test('a tab that waited long without events refetches everything when it takes over', async () => {
  const { store, tags } = dispatched();
  const release = holdInAnotherTab();
  const heard = jest.fn();
  stop = startLive(store as never, heard);
  const hourLater = Date.now() + 3_600_000;
  jest.spyOn(Date, 'now').mockImplementation(() => hourLater);
  release();
  const first = await line(0);
  expect(new URL(first.request.url).searchParams.has('behind')).toBe(false);
  expect(tags()).toEqual([]);
  first.send('retry: 2000\nid: 17\n\n');
  await waitFor(() => expect(tags()).toHaveLength(1));
  expect(tags()[0]?.map(({ type }) => type)).toEqual(expect.arrayContaining(['Cases', 'Case', 'Messages']));
  first.send(': \n\n');
  first.send(event({ type: 'todo', case_id: caseId }, '18'));
  await waitFor(() => expect(tags()).toHaveLength(2));
  expect(heard).toHaveBeenCalledTimes(1);
});

test('events repeated after a reconnect show no second toast', async () => {
  const { store, tags } = dispatched();
  const heard = jest.fn();
  stop = startLive(store as never, heard);
  const first = await line(0);
  first.send('retry: 2000\nid: 17\n\n');
  first.send(event({ type: 'request', case_id: caseId }, '18'));
  await waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  first.cut();
  const second = await line(1);
  second.send('retry: 2000\nid: 19\n\n');
  for (const id of ['16', '18', '19']) second.send(event({ type: 'request', case_id: caseId }, id));
  await waitFor(() => expect(tags()).toHaveLength(4));
  expect(heard).toHaveBeenCalledTimes(2);
});

test('events from before the stream opened refetch without a toast; later ones show it', async () => {
  const { store, tags } = dispatched();
  const heard = jest.fn();
  stop = startLive(store as never, heard);
  const first = await line(0);
  first.send('retry: 2000\nid: 17\n\n');
  first.send(event({ type: 'message', case_id: caseId }, '16'));
  await waitFor(() => expect(tags()).toHaveLength(1));
  expect(heard).not.toHaveBeenCalled();
  first.send(event({ type: 'todo', case_id: caseId }, '18'));
  await waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  first.cut();
  const second = await line(1);
  expect(second.request.headers.get('last-event-id')).toBe('18');
  second.send('retry: 2000\nid: 20\n\n');
  second.send(event({ type: 'message', case_id: caseId }, '19'));
  await waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
});
