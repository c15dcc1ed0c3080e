import { useCancelErasureMutation } from '@konsil/api/privacy';
import { useAction } from '@konsil/common';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button } from '@konsil/ui';
import { privacyTexts } from './texts.ts';

/** The day of the erasure, or the hold that stops it, and a button to cancel it. */
export function ErasurePlanned({ on, held }: { on: string; held: boolean }) {
  const { t } = useTexts(privacyTexts);
  const format = useFormat();
  const act = useAction();
  const [cancel, { isLoading }] = useCancelErasureMutation();
  return (
    <Alert
      tone="warning"
      title={held ? t('erasure.held') : t('erasure.planned', { day: format.dayLong(on) })}
      action={
        <Button busy={isLoading} onClick={() => void act(cancel().unwrap(), { text: t('erasure.cancelled') })}>
          {t('erasure.cancel')}
        </Button>
      }
    >
      {t(held ? 'erasure.heldText' : 'erasure.plannedText')}
    </Alert>
  );
}
