import { act, renderHook, waitFor } from '@testing-library/react';
import { readDraft } from './draft-revisions.ts';
import { useDraft } from './drafts.ts';
import { sessionResumed } from '@konsil/api/session-signals';
import { openDraft, serveDrafts, server } from './testing/draft-server.ts';

serveDrafts();
/** A saved draft has its own revision and those this window knows. */
const revision: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);
const revisions = { revision, over: expect.arrayContaining([revision]) as unknown };
const puts = () => server.calls.filter(({ method }) => method === 'PUT');

test('restores a saved draft when the form opens', async () => {
  server.kept = { content: { text: 'Halb geschr' }, updated_at: '2026-11-24T13:30:00.000Z' };
  const { result } = await openDraft();
  expect(result.current.restored).toEqual({ text: 'Halb geschr' });
  expect(result.current).toMatchObject({ status: 'saved', savedAt: '2026-11-24T13:30:00.000Z' });
});

test('saves once after typing pauses', async () => {
  const { result } = await openDraft();
  act(() => {
    for (const text of ['a', 'ab', 'abc']) result.current.keep({ text });
  });
  expect(puts()).toHaveLength(0);
  await act(() => jest.advanceTimersByTimeAsync(900));
  expect(puts().map(({ body }) => body)).toEqual([{ content: { text: 'abc' }, ...revisions }]);
  expect(result.current).toMatchObject({ status: 'saved', savedAt: '2026-11-24T13:32:00.000Z' });
});

test('saves at once on leaving, with a keepalive request', async () => {
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

test('the next page gets the last input even if it reads before that arrives', async () => {
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

test('waits some seconds, once, for a save that never arrives', async () => {
  server.kept = { content: { text: 'erste Worte' }, updated_at: '2026-11-24T13:30:00.000Z' };
  sessionStorage.setItem('draft:message:1', 'b'.repeat(32));
  const next = readDraft('message:1');
  await jest.advanceTimersByTimeAsync(3000);
  expect((await next)?.content).toEqual(server.kept.content);
  expect((await readDraft('message:1'))?.content).toEqual(server.kept.content);
});

test('saves input from an expired session after the next sign-in', async () => {
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

describe('While the server is unreachable', () => {
  const typeWithoutServer = async (text: string) => {
    const rendered = await openDraft();
    server.away = true;
    act(() => rendered.result.current.keep({ text }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(rendered.result.current.status).toBe('waiting');
    return rendered;
  };

  test('retries saving until it succeeds', async () => {
    const { result } = await typeWithoutServer('im Zug');
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(result.current.status).toBe('waiting');
    server.away = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(result.current.status).toBe('saved');
    expect(server.kept?.content).toEqual({ text: 'im Zug' });
  });

  test('recognises its own saved text after any number of retries', async () => {
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

  test('a reopened form shows the unsaved input and saves it later', async () => {
    const { unmount } = await typeWithoutServer('vor dem Blättern');
    unmount();
    const { result } = await openDraft();
    expect(result.current.restored).toEqual({ text: 'vor dem Blättern' });
    server.away = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(server.kept?.content).toEqual({ text: 'vor dem Blättern' });
  });

  test('a closed form is still saved', async () => {
    const { unmount } = await typeWithoutServer('nie wieder geöffnet');
    unmount();
    await jest.advanceTimersByTimeAsync(0);
    server.away = false;
    await jest.advanceTimersByTimeAsync(5000);
    expect(server.kept?.content).toEqual({ text: 'nie wieder geöffnet' });
  });

  test('closing the page asks for confirmation until all is saved', async () => {
    const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(closes()).toBe(true);
    await typeWithoutServer('noch nicht');
    expect(closes()).toBe(false);
    server.away = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(closes()).toBe(true);
  });

  test('a form opens once its draft is readable, never without it', async () => {
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

test('a draft over the storage limit is reported, and not retried endlessly', async () => {
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

test('a forbidden draft is not retried and does not block closing the page', async () => {
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

test('a save that arrives after the sending is not reported as a draft', async () => {
  const { result } = await openDraft();
  let [saveArrives, deletionArrives] = [() => {}, () => {}];
  server.putArrives = new Promise((resolve) => (saveArrives = resolve));
  server.deleteArrives = new Promise((resolve) => (deletionArrives = resolve));
  act(() => result.current.keep({ text: 'gesendet' }));
  await act(() => jest.advanceTimersByTimeAsync(900));
  await act(async () => {
    void result.current.drop();
    saveArrives();
    await jest.advanceTimersByTimeAsync(0);
  });
  expect(server.calls.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']);
  expect(result.current).toMatchObject({ status: 'saving', savedAt: null });
  deletionArrives();
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(result.current.status).toBe('empty');
});

test('a pending save does not restore a deleted draft', async () => {
  const { result } = await openDraft();
  act(() => result.current.keep({ text: 'unterwegs' }));
  await act(async () => {
    jest.advanceTimersByTime(800);
    await result.current.drop();
  });
  expect(server.calls.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']);
  expect(server.kept).toBeNull();
});

describe('A sent draft whose deletion failed', () => {
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

  test('is deleted as soon as possible, also after its form was closed', async () => {
    const { unmount } = await sendWithoutServer();
    unmount();
    await untilServerIsBack();
    expect(server.kept).toBeNull();
  });

  test('does not come back when the form is reopened meanwhile', async () => {
    const { unmount } = await sendWithoutServer();
    unmount();
    server.away = false;
    const { result } = await openDraft();
    expect(result.current).toMatchObject({ status: 'empty', restored: null });
    await untilServerIsBack();
  });

  test('does not hide or delete a draft that was written later', async () => {
    const { unmount } = await sendWithoutServer();
    unmount();
    server.away = false;
    server.kept = {
      content: { text: 'zurückgeholt' },
      updated_at: '2026-11-24T13:31:00.000Z',
      revision: 'd'.repeat(32),
    };
    const { result } = await openDraft();
    expect(result.current).toMatchObject({ status: 'saved', restored: { text: 'zurückgeholt' } });
    await untilServerIsBack();
    expect(server.kept).not.toBeNull();
  });

  test('is deleted after the next sign-in if the session had ended', async () => {
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

  test('does not delete a newer draft', async () => {
    const { result } = await sendWithoutServer();
    server.away = false;
    act(() => result.current.keep({ text: 'die nächste' }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(server.kept?.content).toEqual({ text: 'die nächste' });
  });
});
