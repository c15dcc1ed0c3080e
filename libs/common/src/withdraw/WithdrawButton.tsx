// @bundle route
import { useNavigateFromHere } from '../use-navigate-from-here.ts';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Button, ConfirmDialog, UndoIcon, useToast } from '@konsil/ui';
import { useState } from 'react';
import { reasonOf } from '../use-act.ts';
import { withdrawTexts } from './texts.ts';

export interface WithdrawButtonProps {
  kind: 'answer' | 'message' | 'request';
  /** Withdraws it; rejects with the server's reason. */
  withdraw: () => Promise<unknown>;
  /** The form it came from; the text is restored there. */
  formPath: string;
}

/** Withdraws what the other side has not opened. Shown only while the server allows it. */
export function WithdrawButton({ kind, withdraw, formPath }: WithdrawButtonProps) {
  const { t } = useTexts(withdrawTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const navigate = useNavigateFromHere();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);

  const refused = (error: unknown) => {
    const reason = reasonOf(error);
    const late = reason.code === 'already_read' ? 'opened' : reason.code === 'not_allowed_now' ? 'wentOn' : null;
    toast({ tone: 'danger', text: late ? t(late) : problemText(common, reason) });
  };
  const confirm = () => {
    setAsking(false);
    setBusy(true);
    void withdraw()
      .then(() => {
        toast({ id: 'sent', text: t('done') });
        navigate(formPath);
      }, refused)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={<UndoIcon />}
        busy={busy}
        aria-label={t(`named.${kind}`)}
        onClick={() => setAsking(true)}
      >
        {t('do')}
      </Button>
      <ConfirmDialog
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={confirm}
        title={t(`question.${kind}`)}
        confirmLabel={t('do')}
        cancelLabel={t('keep')}
      >
        <p>{t(`effect.${kind}`)}</p>
        <p>{t('trace')}</p>
      </ConfirmDialog>
    </>
  );
}
