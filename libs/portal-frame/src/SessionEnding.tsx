import { useState } from 'react';
import { ProblemError } from '@konsil/api';
import { hasStoredDraft } from '@konsil/drafts/kept-drafts';
import { confirmAndSignOut } from '@konsil/forms/leave-guard';
import { useSessionClient } from '@konsil/auth';
import { useLocale, useTexts, formatWait } from '@konsil/i18n';
import { Alert, Button, Dialog } from '@konsil/ui';
import { sessionTexts } from './session/texts.ts';

/**
 * The warning two minutes before the session ends, with a button to extend it. The text is the glossary's, with the
 * minutes counted down.
 */
export function SessionEnding({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTexts(sessionTexts);
  const locale = useLocale();
  const client = useSessionClient();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  const goOn = async () => {
    setBusy(true);
    setFailed(false);
    try {
      await client.extend();
    } catch (error) {
      setFailed(error instanceof ProblemError && error.problem.status !== 401);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      size="small"
      title={t('endingTitle')}
      description={
        <span role="timer">
          {t('ending', { time: formatWait(secondsLeft, locale) })} {hasStoredDraft() && t('draftKept')}
        </span>
      }
      footer={
        <>
          <Button variant="secondary" onClick={() => confirmAndSignOut(() => void client.signOut())}>
            {t('signOut')}
          </Button>
          <Button busy={busy} onClick={() => void goOn()}>
            {t('goOn')}
          </Button>
        </>
      }
    >
      {failed && <Alert tone="danger">{t('goOnFailed')}</Alert>}
    </Dialog>
  );
}
