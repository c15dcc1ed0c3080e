import { useTriageCasesMutation } from '@konsil/api/cases';
import { useAction } from '@konsil/common';
import type { CaseSummary, TriagedCase } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { useRef } from 'react';
import { inboxTexts } from './texts';
import type { Change } from '../shortcuts/triage';

/**
 * Changes several cases with one call; the toast, or Ctrl+Z, puts them back with another. Ctrl+Z also undoes what
 * dialogs did. Changes of one case arrive in the order of the keys.
 * @param onBack called with the cases that were put back
 */
export function useTriage(onBack: (ids: readonly string[]) => void) {
  const { t } = useTexts(inboxTexts);
  const act = useAction();
  const [request] = useTriageCasesMutation();
  /** The last request about each case. */
  const requests = useRef(new Map<string, Promise<unknown>>());
  /** How the cases of the last change were before, once the server has told; or the undo of what a dialog did. */
  const last = useRef<Promise<TriagedCase[]> | (() => void)>(undefined);
  const unchanged = t('triage.unchanged');
  const undone = t('triage.undone');
  const send = (cases: TriagedCase[]): Promise<TriagedCase[]> => {
    const earlier = Promise.allSettled(cases.map(({ id }) => requests.current.get(id)));
    const sent = earlier.then(() => request({ cases }).unwrap()).then(({ before }) => before);
    for (const { id } of cases) requests.current.set(id, sent);
    return sent;
  };
  const putBack = async (changed: Promise<TriagedCase[]>) => {
    if (last.current === changed) last.current = undefined;
    const before = await changed;
    await send(before);
    onBack(before.map(({ id }) => id));
  };
  return {
    change: (cases: readonly CaseSummary[], change: Change, text: string) => {
      const changed = send(cases.map(({ id, version }) => ({ id, ...(change.archived && { version }), ...change })));
      const earlier = last.current;
      last.current = changed;
      const forget = () => {
        if (last.current === changed) last.current = earlier;
      };
      changed.catch(forget);
      return act(changed, { text, undo: () => putBack(changed), undone, unchanged });
    },
    /** Notes that something else was done last, which Ctrl+Z undoes then. */
    note: (undo: () => void) => {
      last.current = undo;
    },
    undo: () => {
      const changed = last.current;
      last.current = undefined;
      if (typeof changed === 'function') return changed();
      // A failed change has said so.
      changed?.then(
        () => act(putBack(changed), { text: undone, unchanged }),
        () => undefined,
      );
    },
  };
}
