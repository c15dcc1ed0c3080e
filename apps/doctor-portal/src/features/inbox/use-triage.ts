import { useTriageCasesMutation } from '@konsil/api/cases';
import { useAction } from '@konsil/common';
import type { CaseSummary, TriagedCase } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import { useRef } from 'react';
import { inboxTexts } from './texts';
import type { Change } from '../shortcuts/triage';

/**
 * Changes several cases with one call; the toast, or Ctrl+Z, puts them back with another. Changes of one case arrive in
 * the order of the keys.
 * @param onBack called with the cases that were put back
 */
export function useTriage(onBack: (ids: readonly string[]) => void) {
  const { t } = useTexts(inboxTexts);
  const act = useAction();
  const toast = useToast();
  const [request] = useTriageCasesMutation();
  /** The last request about each case. */
  const requests = useRef(new Map<string, Promise<unknown>>());
  /** How the cases of the last change were before, once the server has told; `kept`: it was none that can be undone. */
  const last = useRef<Promise<TriagedCase[]> | 'kept'>(undefined);
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
    /** Notes that something else was done last: then Ctrl+Z says so, and undoes no older change. */
    keep: () => {
      last.current = 'kept';
    },
    undo: () => {
      const changed = last.current;
      if (changed === 'kept') return toast({ id: 'kept', text: t('triage.kept') });
      last.current = undefined;
      // A failed change has said so.
      changed?.then(
        () => act(putBack(changed), { text: undone, unchanged }),
        () => undefined,
      );
    },
  };
}
