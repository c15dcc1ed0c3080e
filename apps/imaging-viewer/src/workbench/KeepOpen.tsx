import { useCallback } from 'react';
import { useAccessPolling } from '../app/useStay.ts';
import type { Study } from '../study/study.ts';
import type { OpenStudy } from './useOthers.ts';

/** Keeps the access of a study that was opened beside the first. */
export function KeepOpen({
  opened: { study, web },
  onClosed,
}: {
  opened: OpenStudy;
  onClosed: (study: Study) => void;
}) {
  const closed = useCallback(() => onClosed(study), [onClosed, study]);
  useAccessPolling(study.uid, closed, web);
  return null;
}
