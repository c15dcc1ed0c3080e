import { act, renderHook, waitFor } from '@testing-library/react';
import { readDraft } from './draft-revisions.ts';
import { useDraft } from './drafts.ts';
import { sessionResumed } from './session-signals.ts';

interface Call {
  method: string;
  body: unknown;
  keepalive: boolean;
}
const calls: Call[] = [];
interface Kept {
  content: Record<string, unknown>;
  updated_at: string;
  revision?: string;
}
let kept: Kept | null = null;
let putArrives = Promise.resolve();
let sessionOver = false;
let serverAway = false;
let refused: 'quota' | 'not_found' | null = null;
let unreadable = false;

/** What is saved names itself, and what this window knows. */
const revision: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);
const revisions = { revision, over: expect.arrayContaining([revision]) as unknown };

const isOthers = (over: string[] | undefined) => kept?.revision !== undefined && over !== undefined && !over.includes(kept.revision);

beforeEach(() => {
  jest.useFakeTimers();
  calls.length = 0;
  kept = null;
  sessionOver = false;
  serverAway = false;
  refused = null;
  unreadable = false;
  putArrives = Promise.resolve();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input as string, init);
    const text = await request.text();
    calls.push({ method: request.method, body: text && JSON.parse(text), keepalive: init?.keepalive ?? false });
    if (serverAway) throw new TypeError('Failed to fetch');
    if (sessionOver) return new Response('{"code":"unauthorized"}', { status: 401, headers: { 'content-type': 'application/json' } });
    if (refused && request.method !== 'DELETE') return new Response(JSON.stringify({ code: refused }), { status: refused === 'quota' ? 413 : 404, headers: { 'content-type': 'application/json' } });
    if (unreadable && request.method === 'GET') return new Response('{"code":"internal"}', { status: 500, headers: { 'content-type': 'application/json' } });
    if (request.method === 'PUT') {
      await putArrives;
      const { content, revision, over } = JSON.parse(text) as { content: Kept['content']; revision: string; over?: string[] };
      if (isOthers(over)) return new Response('{"code":"conflict"}', { status: 409, headers: { 'content-type': 'application/json' } });
      kept = { content, revision, updated_at: '2026-11-24T13:32:00.000Z' };
    }
    if (request.method === 'DELETE' && !isOthers(new URL(request.url).searchParams.get('over')?.split(','))) kept = null;
    return new Response(JSON.stringify(request.method === 'DELETE' ? { ok: true } : kept), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => jest.useRealTimers());

const open = async () => {
  const rendered = renderHook(() => useDraft<{ text: string }>('message:1'));
  await waitFor(() => expect(rendered.result.current.status).not.toBe('loading'));
  return rendered;
};
const puts = () => calls.filter(({ method }) => method === 'PUT');

test('what was kept is there when the form opens again', async () => {
  kept = { content: { text: 'Halb geschr' }, updated_at: '2026-11-24T13:30:00.000Z' };
  const { result } = await open();
  expect(result.current.restored).toEqual({ text: 'Halb geschr' });
  expect(result.current).toMatchObject({ status: 'saved', savedAt: '2026-11-24T13:30:00.000Z' });
});

test('typing is saved once, after a rest', async () => {
  const { result } = await open();
  act(() => { for (const text of ['a', 'ab', 'abc']) result.current.keep({ text }); });
  expect(puts()).toHaveLength(0);
  await act(() => jest.advanceTimersByTimeAsync(900));
  expect(puts().map(({ body }) => body)).toEqual([{ content: { text: 'abc' }, ...revisions }]);
  expect(result.current).toMatchObject({ status: 'saved', savedAt: '2026-11-24T13:32:00.000Z' });
});

test('leaving the page saves at once, in a call that outlives it', async () => {
  const { result } = await open();
  act(() => result.current.keep({ text: 'noch nicht gespeichert' }));
  await act(async () => { window.dispatchEvent(new Event('pagehide')); await jest.advanceTimersByTimeAsync(0); });
  expect(puts()).toEqual([{ method: 'PUT', body: { content: { text: 'noch nicht gespeichert' }, ...revisions }, keepalive: true }]);
});

test('the next page reads the last words also where its question comes before they do', async () => {
  kept = { content: { text: 'erste Worte' }, updated_at: '2026-11-24T13:30:00.000Z' };
  const { result } = await open();
  act(() => result.current.keep({ text: 'erste Worte und letzte' }));
  let arrive = () => {};
  putArrives = new Promise((resolve) => (arrive = resolve));
  await act(async () => { window.dispatchEvent(new Event('pagehide')); await jest.advanceTimersByTimeAsync(0); });
  const next = readDraft('message:1');
  await jest.advanceTimersByTimeAsync(400);
  arrive();
  await act(() => jest.advanceTimersByTimeAsync(400));
  expect((await next)?.content).toEqual({ text: 'erste Worte und letzte' });
});

test('what never arrives is waited for some seconds, once', async () => {
  kept = { content: { text: 'erste Worte' }, updated_at: '2026-11-24T13:30:00.000Z' };
  sessionStorage.setItem('draft:message:1', 'b'.repeat(32));
  const next = readDraft('message:1');
  await jest.advanceTimersByTimeAsync(3000);
  expect((await next)?.content).toEqual(kept.content);
  expect((await readDraft('message:1'))?.content).toEqual(kept.content);
});

test('when the session is over nothing typed is lost: it is saved after the next sign-in', async () => {
  const { result } = await open();
  sessionOver = true;
  act(() => result.current.keep({ text: 'wichtig' }));
  await act(() => jest.advanceTimersByTimeAsync(900));
  expect(result.current.status).toBe('waiting');
  sessionOver = false;
  await act(async () => { sessionResumed.emit(); await jest.advanceTimersByTimeAsync(0); });
  await waitFor(() => expect(result.current.status).toBe('saved'));
  expect(kept?.content).toEqual({ text: 'wichtig' });
});

describe('continued elsewhere, a text', () => {
  // A browser tells of both when a tab comes back.
  const comeBack = () => act(async () => { document.dispatchEvent(new Event('visibilitychange')); window.dispatchEvent(new Event('focus')); await jest.advanceTimersByTimeAsync(0); });
  const continued = { content: { text: 'am Telefon weitergeschrieben' }, updated_at: '2026-11-24T13:40:00.000Z', revision: 'c'.repeat(32) };

  test('is read when somebody comes back', async () => {
    kept = { content: { text: 'Halb geschr' }, updated_at: '2026-11-24T13:30:00.000Z' };
    const { result } = await open();
    kept = continued;
    await comeBack();
    await waitFor(() => expect(result.current).toMatchObject({ status: 'saved', restored: continued.content, savedAt: continued.updated_at }));
  });

  test('is asked for once when a tab comes back, and again the next time', async () => {
    await open();
    await comeBack();
    expect(calls).toHaveLength(2);
    await comeBack();
    expect(calls).toHaveLength(3);
  });

  test('or sent there, is said so, until somebody types on here', async () => {
    kept = { content: { text: 'Halb geschr' }, updated_at: '2026-11-24T13:30:00.000Z' };
    const { result } = await open();
    kept = null;
    await comeBack();
    await waitFor(() => expect(result.current).toMatchObject({ status: 'gone', savedAt: null, restored: { text: 'Halb geschr' } }));
    act(() => result.current.keep({ text: 'Halb geschrieben' }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(result.current).toMatchObject({ status: 'saved', savedAt: '2026-11-24T13:32:00.000Z' });
  });

  test('that is none stays none', async () => {
    const { result } = await open();
    await comeBack();
    expect(result.current.status).toBe('empty');
  });

  test('neither takes what is being typed here nor is written over: that is said, and sending leaves the other text', async () => {
    const { result } = await open();
    act(() => result.current.keep({ text: 'hier getippt' }));
    kept = continued;
    await comeBack();
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(result.current).toMatchObject({ status: 'gone', restored: null });
    expect(kept).toEqual(continued);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    await act(() => result.current.drop());
    expect(kept).toEqual(continued);
  });

  test('is written over once it was read here, and dropped with what is sent', async () => {
    kept = continued;
    const { result } = await open();
    act(() => result.current.keep({ text: 'am Rechner fertig' }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(result.current.status).toBe('saved');
    expect(kept.content).toEqual({ text: 'am Rechner fertig' });
    await act(() => result.current.drop());
    expect(kept).toBeNull();
  });

  test('is written over where it cannot be read', async () => {
    kept = continued;
    unreadable = true;
    const { result } = await open();
    act(() => result.current.keep({ text: 'noch einmal' }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(result.current.status).toBe('saved');
  });

  test('that was sent here meanwhile does not come back', async () => {
    kept = { content: { text: 'Halb geschr' }, updated_at: '2026-11-24T13:30:00.000Z' };
    const { result } = await open();
    await act(() => result.current.drop());
    kept = continued;
    await comeBack();
    expect(result.current.status).toBe('empty');
  });
});

describe('while the server is away', () => {
  const typeWithoutServer = async (text: string) => {
    const rendered = await open();
    serverAway = true;
    act(() => rendered.result.current.keep({ text }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(rendered.result.current.status).toBe('waiting');
    return rendered;
  };

  test('what is typed is tried again by itself, until it is saved', async () => {
    const { result } = await typeWithoutServer('im Zug');
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(result.current.status).toBe('waiting');
    serverAway = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(result.current.status).toBe('saved');
    expect(kept?.content).toEqual({ text: 'im Zug' });
  });

  test('a text that was saved before is known to be of this window, however often more was tried', async () => {
    const { result } = await open();
    const type = async (text: string) => {
      act(() => result.current.keep({ text }));
      await act(() => jest.advanceTimersByTimeAsync(900));
    };
    await type('gespeichert');
    serverAway = true;
    for (let word = 0; word < 30; word += 1) await type(`ohne Netz ${word}`);
    serverAway = false;
    await type('wieder da');
    expect(result.current.status).toBe('saved');
    expect(kept?.content).toEqual({ text: 'wieder da' });
  });

  test('a form that is left and opened again shows what was typed, and saves it later', async () => {
    const { unmount } = await typeWithoutServer('vor dem Blättern');
    unmount();
    const { result } = await open();
    expect(result.current.restored).toEqual({ text: 'vor dem Blättern' });
    serverAway = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(kept?.content).toEqual({ text: 'vor dem Blättern' });
  });

  test('a form that was left is saved all the same', async () => {
    const { unmount } = await typeWithoutServer('nie wieder geöffnet');
    unmount();
    await jest.advanceTimersByTimeAsync(0);
    serverAway = false;
    await jest.advanceTimersByTimeAsync(5000);
    expect(kept?.content).toEqual({ text: 'nie wieder geöffnet' });
  });

  test('closing the page is asked about until all is saved', async () => {
    const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(closes()).toBe(true);
    await typeWithoutServer('noch nicht');
    expect(closes()).toBe(false);
    serverAway = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(closes()).toBe(true);
  });

  test('a form opens with its draft as soon as it can be read, never without', async () => {
    kept = { content: { text: 'von gestern' }, updated_at: '2026-11-23T13:30:00.000Z' };
    serverAway = true;
    const { result } = renderHook(() => useDraft<{ text: string }>('message:1'));
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(result.current.status).toBe('loading');
    serverAway = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(result.current).toMatchObject({ status: 'saved', restored: { text: 'von gestern' } });
  });
});

test('a draft for which there is no room says so, and is not tried again and again', async () => {
  const { result } = await open();
  refused = 'quota';
  act(() => result.current.keep({ text: 'zu viel' }));
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(result.current.status).toBe('full');
  expect(puts()).toHaveLength(1);
  refused = null;
  act(() => result.current.keep({ text: 'kürzer' }));
  await act(() => jest.advanceTimersByTimeAsync(800));
  expect(result.current.status).toBe('saved');
});

test('what may not be written any more is not tried again, nor asked about when the page closes', async () => {
  const { result } = await open();
  refused = 'not_found';
  act(() => result.current.keep({ text: 'nicht mehr meins' }));
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(puts()).toHaveLength(1);
  expect(result.current.status).toBe('refused');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);

  const { result: opened } = renderHook(() => useDraft<{ text: string }>('message:1'));
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(opened.current.status).toBe('empty');
  expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2);
});

test('a sent form leaves no draft behind, not even a late one', async () => {
  const { result, unmount } = await open();
  act(() => result.current.keep({ text: 'gesendet' }));
  await act(() => result.current.drop());
  unmount();
  await jest.advanceTimersByTimeAsync(2000);
  expect(puts()).toHaveLength(0);
  expect(kept).toBeNull();
});

test('a saving that is under way does not bring a dropped draft back', async () => {
  const { result } = await open();
  act(() => result.current.keep({ text: 'unterwegs' }));
  await act(async () => {
    jest.advanceTimersByTime(800);
    await result.current.drop();
  });
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']);
  expect(kept).toBeNull();
});

describe('a draft that cannot be deleted after its content was sent', () => {
  const sendWithoutServer = async () => {
    kept = { content: { text: 'gesendet' }, updated_at: '2026-11-24T13:30:00.000Z' };
    const rendered = await open();
    serverAway = true;
    await act(() => rendered.result.current.drop());
    expect(kept).not.toBeNull();
    return rendered;
  };
  const untilServerIsBack = async () => {
    serverAway = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
  };

  test('is deleted as soon as that can be done, also after its form was left', async () => {
    const { unmount } = await sendWithoutServer();
    unmount();
    await untilServerIsBack();
    expect(kept).toBeNull();
  });

  test('does not come back when the form is opened meanwhile', async () => {
    const { unmount } = await sendWithoutServer();
    unmount();
    serverAway = false;
    const { result } = await open();
    expect(result.current).toMatchObject({ status: 'empty', restored: null });
    await untilServerIsBack();
  });

  test('is deleted after the next sign-in where the session had ended', async () => {
    kept = { content: { text: 'gesendet' }, updated_at: '2026-11-24T13:30:00.000Z' };
    const { result } = await open();
    sessionOver = true;
    await act(() => result.current.drop());
    sessionOver = false;
    await act(async () => { sessionResumed.emit(); await jest.advanceTimersByTimeAsync(0); });
    await waitFor(() => expect(kept).toBeNull());
  });

  test('takes nothing along that was written after it', async () => {
    const { result } = await sendWithoutServer();
    serverAway = false;
    act(() => result.current.keep({ text: 'die nächste' }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(kept?.content).toEqual({ text: 'die nächste' });
  });
});
