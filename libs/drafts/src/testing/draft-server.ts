import { act, renderHook, waitFor } from '@testing-library/react';
import type { RenderHookResult } from '@testing-library/react';
import { useDraft, type Draft } from '../drafts.ts';

interface Call {
  method: string;
  body: unknown;
  keepalive: boolean;
}
export interface KeptDraft {
  content: Record<string, unknown>;
  updated_at: string;
  revision?: string;
}
const asItBegins = () => ({
  calls: [] as Call[],
  kept: null as KeptDraft | null,
  putArrives: Promise.resolve(),
  deleteArrives: Promise.resolve(),
  sessionOver: false,
  away: false,
  refused: null as 'quota' | 'not_found' | null,
  /** Reading fails, as the server answers it. */
  unread: null as 'internal' | 'draft_damaged' | null,
});

/** The contents, requests and refusals of the fake draft server. */
export const server = asItBegins();

const answer = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const isOthers = (over: string[] | undefined) =>
  server.kept?.revision !== undefined && over !== undefined && !over.includes(server.kept.revision);

/** A fake server with one draft, for each test of the file; with fake timers. */
export const serveDrafts = (): void => {
  beforeEach(() => {
    jest.useFakeTimers();
    Object.assign(server, asItBegins());
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input as string, init);
      const text = await request.text();
      server.calls.push({
        method: request.method,
        body: text && JSON.parse(text),
        keepalive: init?.keepalive ?? false,
      });
      if (server.away) throw new TypeError('Failed to fetch');
      if (server.sessionOver) return answer({ code: 'unauthorized' }, 401);
      if (server.refused && request.method !== 'DELETE')
        return answer({ code: server.refused }, server.refused === 'quota' ? 413 : 404);
      if (server.unread && request.method === 'GET')
        return answer({ code: server.unread, current: { revision: server.kept?.revision ?? null } }, 500);
      if (request.method === 'PUT') {
        await server.putArrives;
        const { content, revision, over } = JSON.parse(text) as {
          content: KeptDraft['content'];
          revision: string;
          over?: string[];
        };
        if (isOthers(over)) return answer({ code: 'conflict' }, 409);
        server.kept = { content, revision, updated_at: '2026-11-24T13:32:00.000Z' };
      }
      if (request.method === 'DELETE') await server.deleteArrives;
      if (request.method === 'DELETE' && !isOthers(new URL(request.url).searchParams.get('over')?.split(',')))
        server.kept = null;
      return answer(request.method === 'DELETE' ? { ok: true } : server.kept);
    });
  });
  afterEach(() => jest.useRealTimers());
};

interface Text extends Record<string, unknown> {
  text: string;
}
/** Opens a form with its draft loaded. */
export const openDraft = async (): Promise<RenderHookResult<Draft<Text>, unknown>> => {
  const rendered = renderHook(() => useDraft<Text>('message:1'));
  await waitFor(() => expect(rendered.result.current.status).not.toBe('loading'));
  return rendered;
};

/** The user returns to the window; browsers fire two events. */
export const comeBack = () =>
  act(async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
    await jest.advanceTimersByTimeAsync(0);
  });

/** A draft written in another window or device. */
export const draftOfOtherWindow: KeptDraft = {
  content: { text: 'am Telefon weitergeschrieben' },
  updated_at: '2026-11-24T13:40:00.000Z',
  revision: 'c'.repeat(32),
};
