import { act, waitFor } from '@testing-library/react';
import { comeBack, continued, openDraft, serveDrafts, server } from './testing/draft-server.ts';

serveDrafts();

const rest = () => act(() => jest.advanceTimersByTimeAsync(900));

describe('continued elsewhere, a text', () => {
  test('is read when somebody comes back', async () => {
    server.kept = { content: { text: 'Halb geschr' }, updated_at: '2026-11-24T13:30:00.000Z' };
    const { result } = await openDraft();
    server.kept = continued;
    await comeBack();
    await waitFor(() =>
      expect(result.current).toMatchObject({
        status: 'saved',
        restored: continued.content,
        savedAt: continued.updated_at,
      }),
    );
  });

  test('is asked for once when a tab comes back, and again the next time', async () => {
    await openDraft();
    await comeBack();
    expect(server.calls).toHaveLength(2);
    await comeBack();
    expect(server.calls).toHaveLength(3);
  });

  test('or sent there, is said so, until somebody types on here', async () => {
    server.kept = { content: { text: 'Halb geschr' }, updated_at: '2026-11-24T13:30:00.000Z' };
    const { result } = await openDraft();
    server.kept = null;
    await comeBack();
    await waitFor(() =>
      expect(result.current).toMatchObject({ status: 'gone', savedAt: null, restored: { text: 'Halb geschr' } }),
    );
    act(() => result.current.keep({ text: 'Halb geschrieben' }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(result.current).toMatchObject({ status: 'saved', savedAt: '2026-11-24T13:32:00.000Z' });
  });

  test('that is none stays none', async () => {
    const { result } = await openDraft();
    await comeBack();
    expect(result.current.status).toBe('empty');
  });

  test('neither takes what is being typed here nor is written over: that is said, and sending leaves the other text', async () => {
    const { result } = await openDraft();
    act(() => result.current.keep({ text: 'hier getippt' }));
    server.kept = continued;
    await comeBack();
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(result.current).toMatchObject({ status: 'gone', restored: null });
    expect(server.kept).toEqual(continued);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    await act(() => result.current.drop());
    expect(server.kept).toEqual(continued);
  });

  test('is written over once it was read here, and dropped with what is sent', async () => {
    server.kept = continued;
    const { result } = await openDraft();
    act(() => result.current.keep({ text: 'am Rechner fertig' }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(result.current.status).toBe('saved');
    expect(server.kept.content).toEqual({ text: 'am Rechner fertig' });
    await act(() => result.current.drop());
    expect(server.kept).toBeNull();
  });

  test('is written over where it cannot be read', async () => {
    server.kept = continued;
    server.unreadable = true;
    const { result } = await openDraft();
    act(() => result.current.keep({ text: 'noch einmal' }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(result.current.status).toBe('saved');
  });

  test('that was sent here meanwhile does not come back', async () => {
    server.kept = { content: { text: 'Halb geschr' }, updated_at: '2026-11-24T13:30:00.000Z' };
    const { result } = await openDraft();
    await act(() => result.current.drop());
    server.kept = continued;
    await comeBack();
    expect(result.current.status).toBe('empty');
  });
});

describe('where a text went on here and elsewhere', () => {
  const typed = { text: 'hier getippt' };
  const inConflict = async () => {
    const rendered = await openDraft();
    act(() => rendered.result.current.keep(typed));
    server.kept = continued;
    await rest();
    expect(rendered.result.current.status).toBe('gone');
    return rendered;
  };
  const decide = (decision: () => Promise<void> | void) =>
    act(async () => {
      await decision();
      await jest.advanceTimersByTimeAsync(0);
    });

  test('the other one can be taken over, and the one from here brought back', async () => {
    const { result } = await inConflict();
    await decide(() => result.current.takeOver());
    expect(result.current).toMatchObject({
      status: 'saved',
      restored: continued.content,
      savedAt: continued.updated_at,
      decided: 'taken',
      replaced: typed,
    });
    expect(server.kept).toEqual(continued);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
    await decide(() => result.current.bringBack());
    expect(result.current).toMatchObject({
      status: 'saved',
      restored: typed,
      decided: 'back',
      replaced: continued.content,
    });
    expect(server.kept?.content).toEqual(typed);
  });

  test('what was typed after taking over is there again when the text before it is brought back, and back again', async () => {
    const { result } = await inConflict();
    await decide(() => result.current.takeOver());
    act(() => result.current.keep({ text: 'und hier weiter' }));
    await rest();
    expect(result.current).toMatchObject({ status: 'saved', decided: null, replaced: typed });
    await decide(() => result.current.bringBack());
    await decide(() => result.current.bringBack());
    expect(server.kept?.content).toEqual({ text: 'und hier weiter' });
  });

  test('the one from here can be kept, over the other', async () => {
    const { result } = await inConflict();
    await decide(() => result.current.keepMine());
    expect(result.current).toMatchObject({ status: 'saved', decided: 'kept', replaced: null });
    expect(server.kept?.content).toEqual(typed);
  });

  test('the one from here is not kept over words that came after the decision', async () => {
    const { result } = await inConflict();
    let arrive = () => {};
    server.putArrives = new Promise((resolve) => (arrive = resolve));
    await decide(() => void result.current.keepMine());
    const later = { ...continued, revision: 'd'.repeat(32) };
    server.kept = later;
    await act(async () => {
      arrive();
      await jest.advanceTimersByTimeAsync(0);
    });
    expect(result.current).toMatchObject({ status: 'gone', decided: null });
    expect(server.kept).toEqual(later);
  });

  test('sent or given up there, it is begun anew or kept here', async () => {
    server.kept = { content: typed, updated_at: '2026-11-24T13:30:00.000Z' };
    const { result } = await openDraft();
    server.kept = null;
    await comeBack();
    expect(result.current.status).toBe('gone');
    await decide(() => result.current.takeOver());
    expect(result.current).toMatchObject({ status: 'empty', restored: null, replaced: typed });
    await decide(() => result.current.bringBack());
    expect(server.kept).toMatchObject({ content: typed });
    server.kept = null;
    await comeBack();
    await decide(() => result.current.keepMine());
    expect(server.kept).toMatchObject({ content: typed });
  });

  test('without a connection nothing is lost by deciding', async () => {
    const { result } = await inConflict();
    server.away = true;
    await expect(result.current.takeOver()).rejects.toThrow('network');
    expect(result.current).toMatchObject({ status: 'gone', replaced: null });
    await decide(() => result.current.keepMine());
    expect(result.current.status).toBe('waiting');
    server.away = false;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(result.current.status).toBe('gone');
    await decide(() => result.current.keepMine());
    expect(server.kept?.content).toEqual(typed);
  });

  test('typing on does not take the question away while it is not decided', async () => {
    const { result } = await inConflict();
    let arrive = () => {};
    server.putArrives = new Promise((resolve) => (arrive = resolve));
    act(() => result.current.keep({ text: 'hier getippt, und mehr' }));
    await rest();
    expect(result.current.status).toBe('gone');
    await act(async () => {
      arrive();
      await jest.advanceTimersByTimeAsync(0);
    });
    expect(result.current.status).toBe('gone');
  });

  test('a form that was left in conflict asks again when it opens', async () => {
    const { unmount } = await inConflict();
    unmount();
    const { result } = await openDraft();
    await waitFor(() => expect(result.current).toMatchObject({ status: 'gone', restored: typed }));
    await decide(() => result.current.keepMine());
    expect(server.kept?.content).toEqual(typed);
  });
});
