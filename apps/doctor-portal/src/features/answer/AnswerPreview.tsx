import { useListDoctorsQuery } from '@konsil/api/doctors';
import { AnswerLetter } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, Dialog, Stack } from '@konsil/ui';
import { useFormContext } from 'react-hook-form';
import type { AnswerForm } from './answer-form';
import { previewOf } from './preview';
import { useMarkedMeasurements } from './marked-measurements';
import { answerTexts } from './texts';

// An invalid date is kept in the form as typed.
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

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

function Preview({ theCase }: Pick<AnswerPreviewProps, 'theCase'>) {
  const { t: common } = useCommon();
  const { t } = useTexts(answerTexts);
  const format = useFormat();
  const { data: doctors = [] } = useListDoctorsQuery();
  const form = useFormContext<AnswerForm>().getValues();
  const { going: measurements } = useMarkedMeasurements(theCase.id, form);
  const title = form.todo_title === 'other' ? form.todo_other : common(`codes.todoTitle.${form.todo_title}`);
  return (
    <Stack gap={4}>
      <AnswerLetter answer={previewOf(form, theCase, doctors, measurements)} headingLevel={3} />
      {form.todo_title !== 'none' && (
        <p>
          <strong>{common('concepts.todo')}:</strong> {title}
          {isDay(form.deadline) && `, ${t('todo.until', { day: format.dayLong(form.deadline) })}`}
        </p>
      )}
    </Stack>
  );
}
