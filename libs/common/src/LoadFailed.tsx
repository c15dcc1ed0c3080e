import { useState } from 'react';
import type { ReactNode } from 'react';
import { problemText, useCommon } from '@konsil/i18n';
import type { FailureReason } from '@konsil/i18n';
import { Alert, Button, RetryIcon } from '@konsil/ui';

export interface LoadFailedProps {
  /** Names the thing that failed to load; the default is "Das konnte nicht geladen werden." */
  children?: ReactNode;
  /** The reason. */
  problem?: FailureReason | undefined;
  /** Retries; the button is busy while a returned promise is pending. */
  onRetry: () => unknown;
}

/** Replaces content that failed to load: what, why, and a retry. */
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
