import { keepInTab, keptInTab } from '@konsil/common';
import type { QueuedCase } from '@konsil/contracts/cases';

/** The list a doctor works through, as it was when they opened a case from it. `done`: answered since. */
export interface FrozenQueue {
  /** The account: several people may sign in one after another in one tab. */
  owner: string;
  items: readonly QueuedCase[];
  done: readonly string[];
}

const key = 'konsil:queue';
const listeners = new Set<() => void>();
const isQueue = (value: unknown): value is FrozenQueue =>
  typeof value === 'object' &&
  value !== null &&
  'owner' in value &&
  'items' in value &&
  Array.isArray(value.items) &&
  'done' in value &&
  Array.isArray(value.done);
let frozen = keptInTab(key, isQueue);

export const frozenQueue = (): FrozenQueue | undefined => frozen;
export const subscribeToQueue = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** Survives a reload in this tab: ids only, no names or search terms. */
export const freezeQueue = (queue: FrozenQueue | undefined): void => {
  frozen = queue;
  keepInTab(key, queue);
  listeners.forEach((listener) => listener());
};
/** An answered case is not the next one, until the list is shown again. */
export const markAnsweredInQueue = (caseId: string): void => {
  if (frozen && !frozen.done.includes(caseId)) freezeQueue({ ...frozen, done: [...frozen.done, caseId] });
};
/** A case that was passed by, and is there again, may be the next one. */
export const unmarkInQueue = (caseId: string): void => {
  if (frozen?.done.includes(caseId)) freezeQueue({ ...frozen, done: frozen.done.filter((id) => id !== caseId) });
};
