import { useListSendingsQuery } from '@konsil/api/sendings';
import type { Sending } from '@konsil/contracts/sendings';
import { lazy, Suspense } from 'react';

// Loaded lazily: submissions are rarely pending, and first pages do without.
const SendingLine = lazy(() => import('./SendingLine.tsx').then((module) => ({ default: module.SendingLine })));

export interface SendingsBarProps {
  /** The path of the form that a submission came from; undoing it leads back there. */
  formPath: (sending: Sending) => string;
}

/** Pending submissions with a button to undo each, and those that could not be delivered. */
export function SendingsBar({ formPath }: SendingsBarProps) {
  const { data = [] } = useListSendingsQuery();
  // The texts load with the first submission; the surrounding page does not wait for them.
  return (
    <Suspense fallback={null}>
      {data.map((sending) => (
        <SendingLine key={sending.id} sending={sending} formPath={formPath} />
      ))}
    </Suspense>
  );
}
