import { useState } from 'react';
import { useAction, useNavigateFromHere } from '@konsil/common';
import type { ConsoleForm } from '@konsil/contracts/console-forms';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Button, ConfirmDialog } from '@konsil/ui';
import { formPaths } from './paths';
import { formsTexts } from './texts';

interface EndFormProps {
  specialty: string;
  end: () => Promise<ConsoleForm>;
}

/** Ends the form, after a confirmation. */
export function EndForm({ specialty, end }: EndFormProps) {
  const { t } = useTexts(formsTexts);
  const { t: c } = useCommon();
  const locale = useLocale();
  const navigate = useNavigateFromHere();
  const run = useAction();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const ended = await run(end(), { text: t('end.done') });
    setBusy(false);
    setAsks(false);
    if (ended) navigate(formPaths.list);
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setAsks(true)}>
        {t('end.do')}
      </Button>
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={() => void confirm()}
        title={t('end.title', { specialty: specialtyIn(specialty, locale) })}
        confirmLabel={t('end.do')}
        cancelLabel={c('words.cancel')}
        tone="danger"
        busy={busy}
      >
        {t('end.text')}
      </ConfirmDialog>
    </>
  );
}
