import { act, waitFor } from '@testing-library/react';
import { comeBack, draftOfOtherWindow, openDraft, serveDrafts, server } from './testing/draft-server.ts';

serveDrafts();

const rest = () => act(() => jest.advanceTimersByTimeAsync(900));

describe('A draft continued elsewhere', () => {
  test('is read when the user comes back', async () => {
    server.kept = { content: { text: 'Halb geschr' }, updated_at: '2026-11-24T13:30:00.000Z' };
    const { result } = await openDraft();
    server.kept = draftOfOtherWindow;
    await comeBack();
    await waitFor(() =>
      expect(result.current).toMatchObject({
        status: 'saved',
        restored: draftOfOtherWindow.content,
        savedAt: draftOfOtherWindow.updated_at,
      }),
    );
  });

  test('is requested once per return to the tab', async () => {
    await openDraft();
    await comeBack();
    expect(server.calls).toHaveLength(2);
    await comeBack();
    expect(server.calls).toHaveLength(3);
  });

  test('or sent elsewhere is reported until the user types here', async () => {
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

  test('that never existed stays empty', async () => {
    const { result } = await openDraft();
    await comeBack();
    expect(result.current.status).toBe('empty');
  });

  test('conflicts with input here: neither is overwritten, and sending keeps the other', async () => {
    const { result } = await openDraft();
    act(() => result.current.keep({ text: 'hier getippt' }));
    server.kept = draftOfOtherWindow;
    await comeBack();
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(result.current).toMatchObject({ status: 'gone', restored: null });
    expect(server.kept).toEqual(draftOfOtherWindow);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    await act(() => result.current.drop());
    expect(server.kept).toEqual(draftOfOtherWindow);
  });

  test('can be overwritten after it was read here, and is deleted when sent', async () => {
    server.kept = draftOfOtherWindow;
    const { result } = await openDraft();
    act(() => result.current.keep({ text: 'am Rechner fertig' }));
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(result.current.status).toBe('saved');
    expect(server.kept.content).toEqual({ text: 'am Rechner fertig' });
    await act(() => result.current.drop());
    expect(server.kept).toBeNull();
  });

  test('does not come back after it was sent here', async () => {
    server.kept = { content: { text: 'Halb geschr' }, updated_at: '2026-11-24T13:30:00.000Z' };
    const { result } = await openDraft();
    await act(() => result.current.drop());
    server.kept = draftOfOtherWindow;
    await comeBack();
    expect(result.current.status).toBe('empty');
  });
});

describe('A draft conflict', () => {
  const typed = { text: 'hier getippt' };
  const inConflict = async () => {
    const rendered = await openDraft();
    act(() => rendered.result.current.keep(typed));
    server.kept = draftOfOtherWindow;
    await rest();
    expect(rendered.result.current.status).toBe('gone');
    return rendered;
  };
  const decide = (decision: () => Promise<void> | void) =>
    act(async () => {
      await decision();
      await jest.advanceTimersByTimeAsync(0);
    });

  test('lets the user take over the other version and restore the own one', async () => {
    const { result } = await inConflict();
    await decide(() => result.current.takeOver());
    expect(result.current).toMatchObject({
      status: 'saved',
      restored: draftOfOtherWindow.content,
      savedAt: draftOfOtherWindow.updated_at,
      decided: 'taken',
      replaced: typed,
    });
    expect(server.kept).toEqual(draftOfOtherWindow);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
    await decide(() => result.current.bringBack());
    expect(result.current).toMatchObject({
      status: 'saved',
      restored: typed,
      decided: 'back',
      replaced: draftOfOtherWindow.content,
    });
    expect(server.kept?.content).toEqual(typed);
  });

  test('restores text typed after taking over, in both directions', async () => {
    const { result } = await inConflict();
    await decide(() => result.current.takeOver());
    act(() => result.current.keep({ text: 'und hier weiter' }));
    await rest();
    expect(result.current).toMatchObject({ status: 'saved', decided: null, replaced: typed });
    await decide(() => result.current.bringBack());
    await decide(() => result.current.bringBack());
    expect(server.kept?.content).toEqual({ text: 'und hier weiter' });
  });

  test('lets the user keep the own version over the other', async () => {
    const { result } = await inConflict();
    await decide(() => result.current.keepMine());
    expect(result.current).toMatchObject({ status: 'saved', decided: 'kept', replaced: null });
    expect(server.kept?.content).toEqual(typed);
  });

  test('does not overwrite text written after the decision', async () => {
    const { result } = await inConflict();
    let arrive = () => {};
    server.putArrives = new Promise((resolve) => (arrive = resolve));
    await decide(() => void result.current.keepMine());
    const later = { ...draftOfOtherWindow, revision: 'd'.repeat(32) };
    server.kept = later;
    await act(async () => {
      arrive();
      await jest.advanceTimersByTimeAsync(0);
    });
    expect(result.current).toMatchObject({ status: 'gone', decided: null });
    expect(server.kept).toEqual(later);
  });

  test('with a draft sent or discarded elsewhere starts empty or keeps the own one', async () => {
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

  test('loses nothing when deciding without a connection', async () => {
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

  test('stays open while the user types on', async () => {
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

  test('asks again when its form is reopened', async () => {
    const { unmount } = await inConflict();
    unmount();
    const { result } = await openDraft();
    await waitFor(() => expect(result.current).toMatchObject({ status: 'gone', restored: typed }));
    await decide(() => result.current.keepMine());
    expect(server.kept?.content).toEqual(typed);
  });
});
