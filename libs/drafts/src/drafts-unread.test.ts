import { act } from '@testing-library/react';
import { comeBack, draftOfOtherWindow, openDraft, serveDrafts, server } from './testing/draft-server.ts';

serveDrafts();

const typed = { text: 'hier getippt' };
const rest = (ms = 900) => act(() => jest.advanceTimersByTimeAsync(ms));
const puts = () => server.calls.filter(({ method }) => method === 'PUT');
const decide = (decision: () => Promise<void>) =>
  act(async () => {
    await decision();
    await jest.advanceTimersByTimeAsync(0);
  });
const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const openFailing = async (why: typeof server.unread, kept: typeof server.kept) => {
  Object.assign(server, { unread: why, kept });
  return openDraft();
};
/** Stored by a page from before revisions: the server lets everybody overwrite it. */
const { revision: _, ...ofOldPage } = draftOfOtherWindow;

describe.each([
  ['a revision', draftOfOtherWindow],
  ['no revision', ofOldPage],
])('A stored draft with %s that the server fails to read', (_name, kept) => {
  test('opens the form and says so; input is not saved over it, and not lost', async () => {
    const { result } = await openFailing('internal', kept);
    expect(result.current).toMatchObject({ status: 'unread', restored: null });
    act(() => result.current.keep(typed));
    await rest(20_000);
    expect(result.current.status).toBe('unread');
    expect([puts(), server.kept, closes()]).toEqual([[], kept, false]);
  });

  test('asks to choose a version if it becomes readable after input', async () => {
    const { result } = await openFailing('internal', kept);
    act(() => result.current.keep(typed));
    await rest();
    server.unread = null;
    await rest(5000);
    expect(result.current.status).toBe('gone');
    act(() => result.current.keep({ text: 'hier getippt, und mehr' }));
    await rest();
    expect([result.current.status, server.kept]).toEqual(['gone', kept]);
    await decide(() => result.current.takeOver());
    expect(result.current).toMatchObject({ status: 'saved', restored: kept.content });
    await act(async () => result.current.bringBack());
    await rest();
    expect(server.kept?.content).toEqual({ text: 'hier getippt, und mehr' });
  });

  test('is overwritten when the user keeps their own', async () => {
    const { result } = await openFailing('internal', kept);
    act(() => result.current.keep(typed));
    server.unread = null;
    await rest();
    await decide(() => result.current.keepMine());
    expect([result.current.status, server.kept?.content]).toEqual(['saved', typed]);
  });

  test('is shown on a retry, or when the user comes back', async () => {
    const { result } = await openFailing('internal', kept);
    await expect(result.current.readAgain()).rejects.toThrow('internal');
    expect(result.current.status).toBe('unread');
    server.unread = null;
    await decide(() => result.current.readAgain());
    expect(result.current).toMatchObject({ status: 'saved', restored: kept.content, decided: 'read' });

    const { result: other } = await openFailing('internal', kept);
    await comeBack();
    expect(other.current.status).toBe('unread');
    server.unread = null;
    await comeBack();
    expect(other.current).toMatchObject({ status: 'saved', restored: kept.content });
  });

  test('stays when the form is sent without it', async () => {
    const { result } = await openFailing('internal', kept);
    act(() => result.current.keep(typed));
    await decide(() => result.current.drop());
    await rest();
    expect([result.current.status, server.kept]).toEqual(['empty', kept]);
  });

  test('is still not overwritten when the form is closed and reopened', async () => {
    const { result, unmount } = await openFailing('internal', kept);
    act(() => result.current.keep(typed));
    unmount();
    const { result: reopened } = await openDraft();
    await rest();
    expect(reopened.current).toMatchObject({ status: 'unread', restored: typed });
    expect(server.kept).toEqual(kept);
    await decide(() => reopened.current.drop());
  });
});

test('Input is saved once the server says that nothing was stored', async () => {
  const { result } = await openFailing('internal', null);
  act(() => result.current.keep(typed));
  await rest();
  expect(puts()).toEqual([]);
  server.unread = null;
  await rest(5000);
  expect([result.current.status, server.kept?.content]).toEqual(['saved', typed]);
});

test('Input in a form that became forbidden is refused', async () => {
  const { result } = await openFailing('internal', draftOfOtherWindow);
  server.refused = 'not_found';
  act(() => result.current.keep(typed));
  await rest();
  expect([result.current.status, closes()]).toEqual(['refused', true]);
});

test('A retry without input says that nothing was stored', async () => {
  const { result } = await openFailing('internal', null);
  server.unread = null;
  await decide(() => result.current.readAgain());
  expect(result.current).toMatchObject({ status: 'empty', decided: 'none' });
});

describe('A damaged draft', () => {
  test.each([draftOfOtherWindow, ofOldPage])('is overwritten only after the user discarded it', async (kept) => {
    const { result } = await openFailing('draft_damaged', kept);
    expect(result.current.status).toBe('damaged');
    act(() => result.current.keep(typed));
    await rest(20_000);
    expect([result.current.status, server.kept, puts()]).toEqual(['damaged', kept, []]);
    await decide(() => result.current.giveUp());
    expect(result.current).toMatchObject({ status: 'saved', decided: 'renewed' });
    expect(server.kept?.content).toEqual(typed);
  });

  test('is deleted if nothing was typed', async () => {
    const { result } = await openFailing('draft_damaged', draftOfOtherWindow);
    await decide(() => result.current.giveUp());
    expect(result.current).toMatchObject({ status: 'empty', decided: 'renewed' });
    expect(server.kept).toBeNull();
  });

  test('discarded here is not confused with a later one from another window', async () => {
    const { result } = await openFailing('draft_damaged', draftOfOtherWindow);
    act(() => result.current.keep(typed));
    const later = { ...draftOfOtherWindow, revision: 'd'.repeat(32) };
    server.kept = later;
    await decide(() => result.current.giveUp());
    expect([result.current.status, server.kept]).toEqual(['gone', later]);
  });
});
