import { saveFile } from '@konsil/api/file';
import { problemOf } from '@konsil/api/problem';
import { previewAnswerLetter } from '@konsil/api/requests';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import { problemText, useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Button, Dialog, DownloadIcon, useToast } from '@konsil/ui';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { toWire, type AnswerForm } from './answer-form';
import { useMarkedMeasurements } from './marked-measurements';
import { answerTexts } from './texts';
import { WrittenAnswer } from './WholeDraft';

interface AnswerPreviewProps {
  open: boolean;
  onClose: () => void;
  onSend: () => void;
  theCase: ProcessOverview;
}

/** The answer as the patient will read it. */
export function AnswerPreview({ open, onClose, onSend, theCase }: AnswerPreviewProps) {
  const { t } = useTexts(answerTexts);
  const name = fullName(theCase.patient);
  // Errors are shown in the form, not behind the dialog.
  const send = () => {
    onClose();
    onSend();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('previewClose')}
      title={t('previewTitle', { name })}
      footer={
        <>
          <PreviewLetter theCase={theCase} />
          <Button variant="secondary" onClick={onClose}>
            {t('previewClose')}
          </Button>
          <Button onClick={send}>{t('send')}</Button>
        </>
      }
    >
      {open && <Preview theCase={theCase} />}
    </Dialog>
  );
}

/** Saves the letter as it would be sent now: the same file that the patient gets, with its pictures. */
function PreviewLetter({ theCase }: Pick<AnswerPreviewProps, 'theCase'>) {
  const { t } = useTexts(answerTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const toast = useToast();
  const form = useFormContext<AnswerForm>();
  const { sent } = useMarkedMeasurements(theCase.id, form.getValues());
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const { option, todo_title: title, ...values } = form.getValues();
    const body = { ...toWire({ ...values, option, todo_title: title }, theCase.questions), ...sent };
    setBusy(true);
    try {
      const file = await previewAnswerLetter({ id: theCase.id, answerValue: option, titleValue: title, body }, locale);
      saveFile(file, `${t('previewFile')}.pdf`);
    } catch (error) {
      const problem = problemOf(error);
      const text = problem.code === 'invalid' ? t('previewIncomplete') : problemText(common, problem);
      toast({ tone: 'danger', text });
    }
    setBusy(false);
  };
  return (
    <Button variant="quiet" icon={<DownloadIcon />} busy={busy} onClick={() => void save()}>
      {t('previewLetter')}
    </Button>
  );
}

function Preview({ theCase }: Pick<AnswerPreviewProps, 'theCase'>) {
  const values = useFormContext<AnswerForm>().getValues();
  const { going: measurements } = useMarkedMeasurements(theCase.id, values);
  return <WrittenAnswer theCase={theCase} values={values} measurements={measurements} />;
}
