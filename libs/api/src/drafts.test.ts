import { act, renderHook, waitFor } from '@testing-library/react';
import { readDraft } from './draft-revisions.ts';
import { useDraft } from './drafts.ts';
import { sessionResumed } from './session-signals.ts';
import { openDraft, serveDrafts, server } from './testing/draft-server.ts';

serveDrafts();
/** What is saved names itself, and what this window knows. */
const revision: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);
const revisions = { revision, over: expect.arrayContaining([revision]) as unknown };
const puts = () => server.calls.filter(({ method }) => method === 'PUT');

test('what was kept is there when the form opens again', async () => {
  server.kept = { content: { text: 'Halb geschr' }, updated_at: '2026-11-24T13:30:00.000Z' };
  const { result } = await openDraft();
  expect(result.current.restored).toEqual({ text: 'Halb geschr' });
  expect(result.current).toMatchObject({ status: 'saved', savedAt: '2026-11-24T13:30:00.000Z' });
});

test('typing is saved once, after a rest', async () => {
  const { result } = await openDraft();
  act(() => {
    for (const text of ['a', 'ab', 'abc']) result.current.keep({ text });
  });
  expect(puts()).toHaveLength(0);
  await act(() => jest.advanceTimersByTimeAsync(900));
  expect(puts().map(({ body }) => body)).toEqual([{ content: { text: 'abc' }, ...revisions }]);
  expect(result.current).toMatchObject({ status: 'saved', savedAt: '2026-11-24T13:32:00.000Z' });
});

test('leaving the page saves at once, in a call that outlives it', async () => {
  const { result } = await openDraft();
  act(() => result.current.keep({ text: 'noch nicht gespeichert' }));
  await act(async () => {
    window.dispatchEvent(new Event('pagehide'));
    await jest.advanceTimersByTimeAsync(0);
  });
  expect(puts()).toEqual([
    { method: 'PUT', body: { content: { text: 'noch nicht gespeichert' }, ...revisions }, keepalive: true },
  ]);
});

test('the next page reads the last words also where its question comes before they do', async () => {
  server.kept = { content: { text: 'erste Worte' }, updated_at: '2026-11-24T13:30:00.000Z' };
  const { result } = await openDraft();
  act(() => result.current.keep({ text: 'erste Worte und letzte' }));
  let arrive = () => {};
  server.putArrives = new Promise((resolve) => (arrive = resolve));
  await act(async () => {
    window.dispatchEvent(new Event('pagehide'));
    await jest.advanceTimersByTimeAsync(0);
  });
  const next = readDraft('message:1');
  await jest.advanceTimersByTimeAsync(400);
  arrive();
  await act(() => jest.advanceTimersByTimeAsync(400));
  expect((await next)?.content).toEqual({ text: 'erste Worte und letzte' });
});

test('what never arrives is waited for some seconds, once', async () => {
  server.kept = { content: { text: 'erste Worte' }, updated_at: '2026-11-24T13:30:00.000Z' };
  sessionStorage.setItem('draft:message:1', 'b'.repeat(32));
  const next = readDraft('message:1');
  await jest.advanceTimersByTimeAsync(3000);
  expect((await next)?.content).toEqual(server.kept.content);
  expect((await readDraft('message:1'))?.content).toEqual(server.kept.content);
});

test('when the session is over nothing typed is lost: it is saved after the next sign-in', async () => {
  const { result } = await openDraft();
  server.sessionOver = true;
  act(() => result.current.keep({ text: 'wichtig' }));
  await act(() => jest.advanceTimersByTimeAsync(900));
  expect(result.current.status).toBe('waiting');
  server.sessionOver = false;
  await act(async () => {
    sessionResumed.emit();
    await jest.advanceTimersByTimeAsync(0);
  });
  await waitFor(() => expect(result.current.status).toBe('saved'));
  expect(server.kept?.content).toEqual({ text: 'wichtig' });
});

describe('while the server is away', () => {
  const typeWithoutServer = async (text: string) => {
    const rendered = await openDraft();
    server.away = true;
    act(() => rendered.result.current.keep({ text }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(rendered.result.current.status).toBe('waiting');
    return rendered;
  };

  test('what is typed is tried again by itself, until it is saved', async () => {
    const { result } = await typeWithoutServer('im Zug');
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(result.current.status).toBe('waiting');
    server.away = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(result.current.status).toBe('saved');
    expect(server.kept?.content).toEqual({ text: 'im Zug' });
  });

  test('a text that was saved before is known to be of this window, however often more was tried', async () => {
    const { result } = await openDraft();
    const type = async (text: string) => {
      act(() => result.current.keep({ text }));
      await act(() => jest.advanceTimersByTimeAsync(900));
    };
    await type('gespeichert');
    server.away = true;
    for (let word = 0; word < 30; word += 1) await type(`ohne Netz ${word}`);
    server.away = false;
    await type('wieder da');
    expect(result.current.status).toBe('saved');
    expect(server.kept?.content).toEqual({ text: 'wieder da' });
  });

  test('a form that is left and opened again shows what was typed, and saves it later', async () => {
    const { unmount } = await typeWithoutServer('vor dem Blättern');
    unmount();
    const { result } = await openDraft();
    expect(result.current.restored).toEqual({ text: 'vor dem Blättern' });
    server.away = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(server.kept?.content).toEqual({ text: 'vor dem Blättern' });
  });

  test('a form that was left is saved all the same', async () => {
    const { unmount } = await typeWithoutServer('nie wieder geöffnet');
    unmount();
    await jest.advanceTimersByTimeAsync(0);
    server.away = false;
    await jest.advanceTimersByTimeAsync(5000);
    expect(server.kept?.content).toEqual({ text: 'nie wieder geöffnet' });
  });

  test('closing the page is asked about until all is saved', async () => {
    const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(closes()).toBe(true);
    await typeWithoutServer('noch nicht');
    expect(closes()).toBe(false);
    server.away = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(closes()).toBe(true);
  });

  test('a form opens with its draft as soon as it can be read, never without', async () => {
    server.kept = { content: { text: 'von gestern' }, updated_at: '2026-11-23T13:30:00.000Z' };
    server.away = true;
    const { result } = renderHook(() => useDraft<{ text: string }>('message:1'));
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(result.current.status).toBe('loading');
    server.away = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(result.current).toMatchObject({ status: 'saved', restored: { text: 'von gestern' } });
  });
});

test('a draft for which there is no room says so, and is not tried again and again', async () => {
  const { result } = await openDraft();
  server.refused = 'quota';
  act(() => result.current.keep({ text: 'zu viel' }));
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(result.current.status).toBe('full');
  expect(puts()).toHaveLength(1);
  server.refused = null;
  act(() => result.current.keep({ text: 'kürzer' }));
  await act(() => jest.advanceTimersByTimeAsync(800));
  expect(result.current.status).toBe('saved');
});

test('what may not be written any more is not tried again, nor asked about when the page closes', async () => {
  const { result } = await openDraft();
  server.refused = 'not_found';
  act(() => result.current.keep({ text: 'nicht mehr meins' }));
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(puts()).toHaveLength(1);
  expect(result.current.status).toBe('refused');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);

  const { result: opened } = renderHook(() => useDraft<{ text: string }>('message:1'));
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(opened.current.status).toBe('empty');
  expect(server.calls.filter(({ method }) => method === 'GET')).toHaveLength(2);
});

test('a sent form leaves no draft behind, not even a late one', async () => {
  const { result, unmount } = await openDraft();
  act(() => result.current.keep({ text: 'gesendet' }));
  await act(() => result.current.drop());
  unmount();
  await jest.advanceTimersByTimeAsync(2000);
  expect(puts()).toHaveLength(0);
  expect(server.kept).toBeNull();
});

test('a saving that is under way does not bring a dropped draft back', async () => {
  const { result } = await openDraft();
  act(() => result.current.keep({ text: 'unterwegs' }));
  await act(async () => {
    jest.advanceTimersByTime(800);
    await result.current.drop();
  });
  expect(server.calls.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']);
  expect(server.kept).toBeNull();
});

describe('a draft that cannot be deleted after its content was sent', () => {
  const sendWithoutServer = async () => {
    server.kept = { content: { text: 'gesendet' }, updated_at: '2026-11-24T13:30:00.000Z' };
    const rendered = await openDraft();
    server.away = true;
    await act(() => rendered.result.current.drop());
    expect(server.kept).not.toBeNull();
    return rendered;
  };
  const untilServerIsBack = async () => {
    server.away = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
  };

  test('is deleted as soon as that can be done, also after its form was left', async () => {
    const { unmount } = await sendWithoutServer();
    unmount();
    await untilServerIsBack();
    expect(server.kept).toBeNull();
  });

  test('does not come back when the form is opened meanwhile', async () => {
    const { unmount } = await sendWithoutServer();
    unmount();
    server.away = false;
    const { result } = await openDraft();
    expect(result.current).toMatchObject({ status: 'empty', restored: null });
    await untilServerIsBack();
  });

  test('is deleted after the next sign-in where the session had ended', async () => {
    server.kept = { content: { text: 'gesendet' }, updated_at: '2026-11-24T13:30:00.000Z' };
    const { result } = await openDraft();
    server.sessionOver = true;
    await act(() => result.current.drop());
    server.sessionOver = false;
    await act(async () => {
      sessionResumed.emit();
      await jest.advanceTimersByTimeAsync(0);
    });
    await waitFor(() => expect(server.kept).toBeNull());
  });

  test('takes nothing along that was written after it', async () => {
    const { result } = await sendWithoutServer();
    server.away = false;
    act(() => result.current.keep({ text: 'die nächste' }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(server.kept?.content).toEqual({ text: 'die nächste' });
  });
});
