import { useCancelErasureMutation } from '@konsil/api/privacy';
import { useAction } from '@konsil/common';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button } from '@konsil/ui';
import { accountTexts } from './texts.ts';

/** Tells a doctor when their account will be erased and what happens until then, with a button to cancel. */
export function ErasureNote({ on, held }: { on: string; held: boolean }) {
  const { t } = useTexts(accountTexts);
  const format = useFormat();
  const act = useAction();
  const [cancel, { isLoading }] = useCancelErasureMutation();
  return (
    <Alert
      tone="warning"
      title={held ? t('account.erasure.held') : t('account.erasure.planned', { day: format.dayLong(on) })}
      action={
        <Button
          variant="secondary"
          busy={isLoading}
          onClick={() => void act(cancel().unwrap(), { text: t('account.erasure.kept') })}
        >
          {t('account.erasure.keep')}
        </Button>
      }
    >
      {t(held ? 'account.erasure.heldUntil' : 'account.erasure.until')}
    </Alert>
  );
}
