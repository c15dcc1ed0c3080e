import { useState } from 'react';
import { ProblemError } from '@konsil/api';
import { useSessionClient } from '@konsil/auth';
import { useLocale, useTexts, waitInWords } from '@konsil/i18n';
import { Alert, Button, Dialog, Text } from '@konsil/ui';
import { publicTexts } from './texts.ts';

/** Two minutes before the end: one press goes on. */
export function SessionEnding({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTexts(publicTexts);
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
      title={t('session.endingTitle')}
      description={t('session.ending')}
      footer={
        <>
          <Button variant="secondary" onClick={() => void client.signOut()}>
            {t('session.signOut')}
          </Button>
          <Button busy={busy} onClick={() => void goOn()}>
            {t('session.goOn')}
          </Button>
        </>
      }
    >
      <Text as="p" strong role="timer">
        {t('session.left', { time: waitInWords(secondsLeft, locale) })}
      </Text>
      {failed && <Alert tone="danger">{t('session.goOnFailed')}</Alert>}
    </Dialog>
  );
}
