import { useCancelErasureMutation } from '@konsil/api/privacy';
import { useAction } from '@konsil/common';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button } from '@konsil/ui';
import { privacyTexts } from './texts.ts';

/** The day of the erasure, and a button to cancel it. */
export function ErasurePlanned({ on }: { on: string }) {
  const { t } = useTexts(privacyTexts);
  const format = useFormat();
  const act = useAction();
  const [cancel, { isLoading }] = useCancelErasureMutation();
  return (
    <Alert
      tone="warning"
      title={t('erasure.planned', { day: format.dayLong(on) })}
      action={
        <Button busy={isLoading} onClick={() => void act(cancel().unwrap(), { text: t('erasure.cancelled') })}>
          {t('erasure.cancel')}
        </Button>
      }
    >
      {t('erasure.plannedText')}
    </Alert>
  );
}
