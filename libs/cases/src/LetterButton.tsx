import { useState } from 'react';
import { saveFile } from '@konsil/api/file';
import { problemOf } from '@konsil/api/problem';
import { getAnswerLetter } from '@konsil/api/requests';
import { getSummaryLetter } from '@konsil/api/summary-letter';
import type { Locale } from '@konsil/contracts/codes';
import type { Answer } from '@konsil/contracts/requests';
import { problemText, useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Button, DownloadIcon, useToast } from '@konsil/ui';
import { caseTexts } from './texts.ts';

function PdfButton({ name, fetchLetter }: { name: string; fetchLetter: (locale: Locale) => Promise<Blob> }) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await fetchLetter(locale), `${name}.pdf`);
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

/** Saves an answer as a letter: a PDF file in the reader's language. */
export function LetterButton({ answer: { id, answered_at: at } }: { answer: Pick<Answer, 'id' | 'answered_at'> }) {
  const { t } = useTexts(caseTexts);
  return (
    <PdfButton name={`${t('letter.file')}-${at.slice(0, 10)}`} fetchLetter={(locale) => getAnswerLetter(id, locale)} />
  );
}

/** Saves the newest released summary of a patient as a letter. */
export function SummaryLetterButton({ patientId, releasedAt }: { patientId: string; releasedAt: string }) {
  const { t } = useTexts(caseTexts);
  return (
    <PdfButton
      name={`${t('letter.file')}-${releasedAt.slice(0, 10)}`}
      fetchLetter={(locale) => getSummaryLetter(patientId, locale)}
    />
  );
}
