import { useOpenedCaseMutation } from '@konsil/api/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useEffect } from 'react';

/** Tells that a case that waits for the doctor was opened, once for each time that it waits: its patient reads when. The inbox's preview does not open it. */
export function useOpened({ id, turn, last_request_at: since, requests }: ProcessOverview) {
  const [opened] = useOpenedCaseMutation();
  const waits = turn === 'doctor';
  const request = requests.at(-1)?.id;
  useEffect(() => {
    if (waits) void opened(id);
  }, [opened, id, waits, since, request]);
}
