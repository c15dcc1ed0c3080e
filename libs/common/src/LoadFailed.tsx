import { useState } from 'react';
import type { ReactNode } from 'react';
import { problemText, useCommon } from '@konsil/i18n';
import type { Reason } from '@konsil/i18n';
import { Alert, Button, RetryIcon } from '@konsil/ui';

export interface LoadFailedProps {
  /** What did not come; "Das konnte nicht geladen werden." unless told. */
  children?: ReactNode;
  /** Why it did not. */
  problem?: Reason | undefined;
  /** Asks for it again; the button waits for a promise that comes back. */
  onRetry: () => unknown;
}

/** In place of something that did not come: what it is, why, and a way to try again. */
export function LoadFailed({ children, problem, onRetry }: LoadFailedProps) {
  const { t } = useCommon();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  return (
    <Alert
      tone="danger"
      title={children ?? t('words.loadFailed')}
      action={
        <Button variant="secondary" icon={<RetryIcon />} busy={busy} onClick={() => void retry()}>
          {t('words.retry')}
        </Button>
      }
    >
      {problem?.code && problemText(t, problem)}
    </Alert>
  );
}
