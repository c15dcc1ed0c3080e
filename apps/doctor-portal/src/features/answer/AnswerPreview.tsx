import type { ProcessOverview } from '@konsil/contracts/cases';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, DefinitionList, Dialog, Letter, Stack } from '@konsil/ui';
import { useFormContext } from 'react-hook-form';
import type { AnswerForm } from './answer-form';
import { answerTexts } from './texts';

interface AnswerPreviewProps {
  open: boolean;
  onClose: () => void;
  theCase: ProcessOverview;
}

/** The answer as the patient will read it. */
export function AnswerPreview({ open, onClose, theCase }: AnswerPreviewProps) {
  const { t } = useTexts(answerTexts);
  const { t: common } = useCommon();
  const form = useFormContext<AnswerForm>().watch();
  const answered = theCase.questions.flatMap(({ id, text }, index) => {
    const words = form.question_answers[index]?.text.trim();
    return words ? [{ key: id, term: text, detail: words }] : [];
  });
  const name = `${theCase.patient.first_name} ${theCase.patient.last_name}`;
  const todo = form.todo_title === 'other' ? form.todo_other : common(`codes.todoTitle.${form.todo_title}`);
  return (
    <Dialog open={open} onClose={onClose} closeLabel={t('previewClose')} title={t('previewTitle', { name })} footer={<Button onClick={onClose}>{t('previewClose')}</Button>}>
      <Stack gap={4}>
        <h3>{common(`codes.answerOptionForPatient.${form.option}`)}</h3>
        {form.answer.trim() && <Letter>{form.answer}</Letter>}
        {form.reason.trim() && form.option === 'unable_to_do_anything' && <p>{form.reason}</p>}
        {form.next_step.trim() && form.option === 'unable_to_do_anything' && <p>{form.next_step}</p>}
        <DefinitionList items={answered} />
        {form.todo_title !== 'none' && <p><strong>{common('concepts.todo')}:</strong> {todo}</p>}
      </Stack>
    </Dialog>
  );
}
