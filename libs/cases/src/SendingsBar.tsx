import { useListSendingsQuery } from '@konsil/api/sendings';
import type { Sending } from '@konsil/contracts/sendings';
import { lazy, Suspense } from 'react';

// Seldom is anything on its way: every first page does without.
const SendingLine = lazy(() => import('./SendingLine.tsx').then((module) => ({ default: module.SendingLine })));

export interface SendingsBarProps {
  /** The form that something was sent from: with what is taken back one goes on there. */
  formPath: (sending: Sending) => string;
}

/** What was sent and has not reached the other side, with the way to take it back; and what could not be delivered. */
export function SendingsBar({ formPath }: SendingsBarProps) {
  const { data = [] } = useListSendingsQuery();
  // Its words come with the first one; the page around does not wait for them.
  return (
    <Suspense fallback={null}>
      {data.map((sending) => (
        <SendingLine key={sending.id} sending={sending} formPath={formPath} />
      ))}
    </Suspense>
  );
}
