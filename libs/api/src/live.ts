import { eventTypes } from '@konsil/contracts/codes';
import { eventRoutes } from '@konsil/contracts/events';
import type { LiveEvent } from '@konsil/contracts/events';
import { clearPrefetched, catchUpFrom } from './ahead.ts';
import { addressFor, throwProblem } from './ask.ts';
import { baseApi } from './base-api.ts';
import { recordReachability } from './connection.ts';
import { authHeaders } from './cookies.ts';
import { readEvents } from './event-stream.ts';
import { credentials } from './origin.ts';
import { ProblemError } from './problem.ts';
import { sessionEnded } from './session-signals.ts';
import type { PortalStore } from './store.ts';
import { tagsChangedBy } from './tags.ts';

const firstPause = 1000;
const longestPause = 30_000;
// The server sends a comment every 15 s: after three missed ones the connection counts as dead.
const silence = 50_000;
// Older than that, everything is refetched instead of asking for changes.
const longestBehind = 60_000;
const channelName = 'konsil.live';

/** Waits, but at most until the browser is online again or the page becomes visible. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      document.removeEventListener('visibilitychange', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    document.addEventListener('visibilitychange', done);
    signal.addEventListener('abort', done);
  });

/** An event as this version understands it; unknown types become `resync`. */
const asKnown = (event: LiveEvent): LiveEvent =>
  eventTypes.includes(event.type) ? event : { type: 'resync', mine: event.mine };

/** The point from which nothing is missed: the last event, or the time of the page's data. */
interface Known {
  lastId: string;
  since: number;
}

const resync: LiveEvent = { type: 'resync', mine: false };
const isFarBehind = ({ lastId, since }: Known): boolean => lastId === '' && Date.now() - since >= longestBehind;
/** The age of the page's data, if there is no last event. */
const behind = (known: Known): string | undefined =>
  known.lastId === '' && !isFarBehind(known) ? String(Math.max(1, Date.now() - known.since)) : undefined;

/** Reads the stream until it breaks. Throws a `ProblemError` when the server refuses it. */
async function follow(
  known: Known,
  signal: AbortSignal,
  heard: (event: LiveEvent | null, id: string | undefined) => void,
): Promise<void> {
  const line = new AbortController();
  const cut = () => line.abort();
  signal.addEventListener('abort', cut);
  let watchdog = setTimeout(cut, silence);
  try {
    const response = await fetch(addressFor(eventRoutes.streamEvents, { query: { behind: behind(known) } }), {
      headers: {
        accept: 'text/event-stream',
        ...authHeaders(),
        ...(known.lastId && { 'last-event-id': known.lastId }),
      },
      credentials: credentials(),
      cache: 'no-store',
      // It stays open, so the data of the page goes first; tools also take a page for loaded despite it.
      priority: 'low',
      signal: line.signal,
    });
    recordReachability(true);
    if (!response.ok || !response.body)
      return throwProblem(response.status, await response.json().catch(() => null), null);
    for await (const { data, id } of readEvents(response.body)) {
      clearTimeout(watchdog);
      watchdog = setTimeout(cut, silence);
      recordReachability(true);
      heard(data ? (JSON.parse(data) as LiveEvent) : null, id);
    }
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', cut);
  }
}

/** True if an event is new to the user, or already in the page's data. */
type Tell = (event: LiveEvent, isNews: boolean) => void;

/**
 * Keeps a stream open as long as the session lasts: reconnects with growing delays and catches up by the last event id.
 */
async function keepFollowing(known: Known, signal: AbortSignal, tell: Tell): Promise<void> {
  let wait = firstPause;
  while (!signal.aborted) {
    // A new stream reports its starting point. Replayed events are older, and the server replays more than needed.
    let began = known.lastId === '' ? undefined : Number(known.lastId);
    let farBehind = isFarBehind(known);
    try {
      await follow(known, signal, (event, id) => {
        began ??= Number(id ?? 0);
        if (farBehind) tell(resync, false);
        farBehind = false;
        if (!event) {
          known.lastId = id ?? known.lastId;
          return;
        }
        if (id !== undefined && Number(id) > Number(known.lastId)) known.lastId = id;
        wait = firstPause;
        tell(event, id === undefined || Number(id) > began);
      });
    } catch (error) {
      if (error instanceof ProblemError && error.problem.status === 401) return;
    }
    // Jitter keeps all portals from reconnecting at once after an outage.
    await pause(wait * (0.75 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, longestPause);
  }
}

/** The message from the tab with the stream to the others. */
interface Told {
  event: LiveEvent;
  isNews: boolean;
  lastId: string;
}

/** Refetches everything the page shows. */
export const refreshAll = (store: Pick<PortalStore, 'dispatch'>): void =>
  void store.dispatch(baseApi.util.invalidateTags(tagsChangedBy('resync')));

/**
 * Keeps open pages fresh: refetches everything that the server reports as changed. One of several tabs holds the stream
 * and tells the others, because browsers allow few connections per host. Returns a function that stops.
 * @param heard is called for each change, in every tab, but not for changes from before the page listened
 */
export function startLive(store: Pick<PortalStore, 'dispatch'>, heard?: (event: LiveEvent) => void): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(channelName);
  const hear: Tell = (told, isNews) => {
    const event = asKnown(told);
    if (event.type !== 'session_ended') {
      clearPrefetched();
      store.dispatch(baseApi.util.invalidateTags(tagsChangedBy(event.type, event)));
      if (isNews) heard?.(event);
      return;
    }
    stop.abort();
    sessionEnded.emit();
  };
  const known: Known = { lastId: '', since: catchUpFrom() };
  const tell: Tell = (event, isNews) => {
    channel.postMessage({ event, isNews, lastId: known.lastId } satisfies Told);
    hear(event, isNews);
  };
  // The next tab that holds the stream continues where this one left off.
  channel.onmessage = ({ data: { event, isNews, lastId } }: MessageEvent<Told>) => {
    recordReachability(true);
    known.lastId = lastId;
    hear(event, isNews);
  };

  const stream = () => keepFollowing(known, stop.signal, tell);
  const leading =
    'locks' in navigator ? navigator.locks.request(channelName, { signal: stop.signal }, stream) : stream();
  leading.catch(() => undefined);
  return () => {
    stop.abort();
    channel.close();
  };
}
