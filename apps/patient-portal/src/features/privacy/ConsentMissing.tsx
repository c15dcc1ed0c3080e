import { useState } from 'react';
import { useGiveConsentMutation } from '@konsil/api/privacy';
import { useAction } from '@konsil/common';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, ConfirmDialog, Stack } from '@konsil/ui';
import { privacyTexts } from './texts.ts';

/** The missing consent to health data: consequences, and a link to give it again. */
export function ConsentMissing() {
  const { t } = useTexts(privacyTexts);
  const { t: common } = useCommon();
  const [asking, setAsking] = useState(false);
  const [give, { isLoading }] = useGiveConsentMutation();
  const act = useAction();
  const confirm = async () => {
    await act(give({ consent: true }).unwrap(), { text: t('consents.againDone') });
    setAsking(false);
  };
  return (
    <Alert
      tone="warning"
      title={t('consents.missing')}
      action={<Button onClick={() => setAsking(true)}>{t('consents.again')}</Button>}
    >
      {t('consents.missingText')}
      <ConfirmDialog
        open={asking}
        title={t('consents.againTitle')}
        confirmLabel={t('consents.againConfirm')}
        cancelLabel={common('words.cancel')}
        busy={isLoading}
        onCancel={() => setAsking(false)}
        onConfirm={() => void confirm()}
      >
        <Stack gap={3}>
          <p>{t('consents.againText')}</p>
          <p>{t('consents.againThen')}</p>
        </Stack>
      </ConfirmDialog>
    </Alert>
  );
}
