/**
 * `waiting`: not saved yet, retried once there is a connection and a session. `full`: over the limit until other drafts
 * were sent. `refused`: may not be saved any more, e.g. in a case no longer shared with its doctor. `gone`: continued,
 * sent or discarded in another window or device; this version is local until the user decides. `unread`: the server
 * failed to read the stored draft. `damaged`: nobody can open it any more. Nothing is saved over either, until it was
 * read or the user gave it up.
 */
export const draftStatuses = [
  'loading',
  'empty',
  'saving',
  'saved',
  'waiting',
  'full',
  'refused',
  'gone',
  'unread',
  'damaged',
] as const;
export type DraftStatus = (typeof draftStatuses)[number];
export type DraftDecision = 'taken' | 'adopted' | 'kept' | 'back' | 'read' | 'none' | 'renewed';

export interface DraftState<T> {
  status: DraftStatus;
  /** The saved content when the form opened; null if there was none. */
  restored: T | null;
  /** Time of the last save, ISO 8601. */
  savedAt: string | null;
  /** The version that was last replaced here, or null. */
  replaced: T | null;
  /** The last decision, until the user types on. */
  decided: DraftDecision | null;
  /** Incremented to trigger another read of the draft. */
  readings: number;
}

export type DraftEvent<T> =
  | { type: 'found'; content: T; at: string | null }
  | { type: 'nothing_found' }
  | { type: 'forbidden' }
  | { type: 'read_failed' }
  | { type: 'found_damaged' }
  /** True if the server has a draft after all. */
  | { type: 'found_after_all' }
  | { type: 'none_after_all' }
  | { type: 'damaged_dropped' }
  | { type: 'typed' }
  | { type: 'save_began' }
  | { type: 'save_done'; at: string }
  /** Saved, but the user typed on meanwhile. */
  | { type: 'save_done_in_part'; at: string }
  | { type: 'save_failed' }
  | { type: 'save_over_limit' }
  | { type: 'save_forbidden' }
  | { type: 'save_conflicted' }
  | { type: 'changed_elsewhere' }
  | { type: 'removed_elsewhere' }
  | { type: 'other_chosen'; decision: 'taken' | 'adopted' | 'back'; replaced: T | null }
  | { type: 'own_chosen'; decision: 'kept' | 'renewed' }
  /** The content was sent, or discarded here. */
  | { type: 'dropped' };
export type DraftEventType = DraftEvent<unknown>['type'];

type Transition = Record<DraftStatus, DraftStatus>;
const to = (status: DraftStatus): Transition =>
  Object.fromEntries(draftStatuses.map((from) => [from, status])) as Transition;
const stay = Object.fromEntries(draftStatuses.map((from) => [from, from])) as Transition;

/** The status after each event, by the status before it. */
export const transitions: Record<DraftEventType, Transition> = {
  found: to('saved'),
  nothing_found: to('empty'),
  forbidden: to('empty'),
  // A failed read settles no conflict.
  read_failed: { ...to('unread'), gone: 'gone' },
  found_damaged: { ...to('damaged'), gone: 'gone' },
  found_after_all: to('loading'),
  none_after_all: to('empty'),
  damaged_dropped: to('empty'),
  typed: stay,
  // A retry is no news: the user still sees that it is not saved, or that a decision is open.
  save_began: { ...to('saving'), waiting: 'waiting', gone: 'gone' },
  save_done: to('saved'),
  save_done_in_part: to('saving'),
  save_failed: to('waiting'),
  save_over_limit: to('full'),
  save_forbidden: to('refused'),
  save_conflicted: to('gone'),
  changed_elsewhere: to('loading'),
  removed_elsewhere: to('gone'),
  other_chosen: to('loading'),
  own_chosen: to('saving'),
  dropped: to('empty'),
};

type Data<T> = Partial<Omit<DraftState<T>, 'status'>>;
/** Changes of an event besides the status. */
const changes = <T>(state: DraftState<T>, event: DraftEvent<T>): Data<T> => {
  switch (event.type) {
    case 'found':
      return { restored: event.content, savedAt: event.at };
    case 'nothing_found':
      return { restored: null, savedAt: null };
    case 'save_done':
    case 'save_done_in_part':
      return { savedAt: event.at };
    case 'typed':
    case 'read_failed':
    case 'found_damaged':
    case 'save_conflicted':
      return { decided: null };
    case 'changed_elsewhere':
      return { readings: state.readings + 1 };
    case 'found_after_all':
      return { decided: 'read', readings: state.readings + 1 };
    case 'none_after_all':
      return { decided: 'none', savedAt: null };
    case 'damaged_dropped':
      return { decided: 'renewed', savedAt: null };
    case 'removed_elsewhere':
      return { savedAt: null };
    case 'other_chosen':
      return { replaced: event.replaced, decided: event.decision, readings: state.readings + 1 };
    case 'own_chosen':
      return { decided: event.decision };
    case 'dropped':
      return { savedAt: null, replaced: null, decided: null };
    default:
      return {};
  }
};

export const newDraft = {
  status: 'loading',
  restored: null,
  savedAt: null,
  replaced: null,
  decided: null,
  readings: 0,
} satisfies DraftState<unknown>;

/** The state of a draft after an event. */
export const draftReducer = <T>(state: DraftState<T>, event: DraftEvent<T>): DraftState<T> => ({
  ...state,
  ...changes(state, event),
  status: transitions[event.type][state.status],
});

/** The event of a save that failed with a problem code. */
export const eventOfProblem = (
  code: string,
): { type: 'save_failed' | 'save_over_limit' | 'save_forbidden' | 'save_conflicted' } => ({
  type:
    code === 'not_found'
      ? 'save_forbidden'
      : code === 'quota'
        ? 'save_over_limit'
        : code === 'conflict'
          ? 'save_conflicted'
          : 'save_failed',
});
