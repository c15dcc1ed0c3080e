import { useOpenedCaseMutation } from '@konsil/api/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useEffect } from 'react';

/** Reports that a waiting case was opened, once per wait, for its patient. The inbox preview does not count. */
export function useMarkOpened({ id, turn, triage, last_request_at: since, requests }: ProcessOverview) {
  const [opened] = useOpenedCaseMutation();
  const waits = turn === 'doctor' || triage?.marked_unread;
  const request = requests.at(-1)?.id;
  useEffect(() => {
    if (waits) void opened(id);
  }, [opened, id, waits, since, request]);
}
