import { useTriageCasesMutation } from '@konsil/api/cases';
import { useAction } from '@konsil/common';
import type { CaseSummary, TriagedCase } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { useRef } from 'react';
import { inboxTexts } from './texts';
import type { Change } from './triage';

/**
 * Changes several cases with one call; the toast, or Ctrl+Z, puts them back with another.
 * @param onBack called with the cases that were put back
 */
export function useTriage(onBack: (ids: readonly string[]) => void) {
  const { t } = useTexts(inboxTexts);
  const act = useAction();
  const [send] = useTriageCasesMutation();
  const last = useRef<TriagedCase[]>(undefined);
  const unchanged = t('triage.unchanged');
  const undone = t('triage.undone');
  const putBack = async (before: TriagedCase[]) => {
    if (last.current === before) last.current = undefined;
    const result = await send({ cases: before }).unwrap();
    onBack(before.map(({ id }) => id));
    return result;
  };
  return {
    change: (cases: readonly CaseSummary[], change: Change, text: string) => {
      let before: TriagedCase[] = [];
      const changes = cases.map(({ id, version }) => ({ id, ...(change.archived && { version }), ...change }));
      const sent = send({ cases: changes })
        .unwrap()
        .then((result) => (last.current = before = result.before));
      return act(sent, { text, undo: () => putBack(before), undone, unchanged });
    },
    undo: () => {
      if (last.current) void act(putBack(last.current), { text: undone, unchanged });
    },
  };
}
