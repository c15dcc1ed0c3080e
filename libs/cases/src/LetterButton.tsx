import { useState } from 'react';
import { saveFile } from '@konsil/api/file';
import { problemOf } from '@konsil/api/problem';
import { getAnswerLetter } from '@konsil/api/requests';
import type { Answer } from '@konsil/contracts/requests';
import { problemText, useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Button, DownloadIcon, useToast } from '@konsil/ui';
import { caseTexts } from './texts.ts';

/** Saves an answer as a letter: a PDF file in the reader's language. */
export function LetterButton({ answer: { id, answered_at: at } }: { answer: Pick<Answer, 'id' | 'answered_at'> }) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await getAnswerLetter(id, locale), `${t('letter.file')}-${at.slice(0, 10)}.pdf`);
      toast({ text: common('toasts.saved') });
    } catch (error) {
      toast({ tone: 'danger', text: problemText(common, problemOf(error)) });
    }
    setBusy(false);
  };
  return (
    <Button variant="quiet" icon={<DownloadIcon />} busy={busy} onClick={() => void save()}>
      {t('letter.save')}
    </Button>
  );
}
