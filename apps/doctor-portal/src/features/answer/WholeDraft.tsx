import { useListDoctorsQuery } from '@konsil/api/doctors';
import { AnswerLetter, QuestionAnswers } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { MarkedMeasurement } from '@konsil/contracts/measurements';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Stack, Text } from '@konsil/ui';
import { isDay, newAnswerText, type AnswerForm } from './answer-form';
import { previewOf } from './preview';
import { answerTexts } from './texts';

interface WrittenAnswerProps {
  theCase: ProcessOverview;
  values: AnswerForm;
  measurements?: MarkedMeasurement[];
}

/** An answer as the patient will read it, with its ToDo. */
export function WrittenAnswer({ theCase, values, measurements = [] }: WrittenAnswerProps) {
  const { t: common } = useCommon();
  const { t } = useTexts(answerTexts);
  const format = useFormat();
  const { data: doctors = [] } = useListDoctorsQuery();
  const { todo_title: kind, todo_other: own, deadline } = values;
  return (
    <Stack gap={4}>
      <AnswerLetter
        answer={previewOf(values, theCase, doctors, measurements)}
        headingLevel={3}
        patient={theCase.patient}
      />
      {kind !== 'none' && (
        <p>
          <strong>{common('concepts.todo')}:</strong> {kind === 'other' ? own : common(`codes.todoTitle.${kind}`)}
          {isDay(deadline) && `, ${t('todo.until', { day: format.dayLong(deadline) })}`}
        </p>
      )}
    </Stack>
  );
}

/** The whole draft, including answers that are unfinished or would not be sent. */
export function WholeDraft({ values, ...props }: Pick<WrittenAnswerProps, 'theCase' | 'values'>) {
  const { t } = useTexts(answerTexts);
  const finished = Object.fromEntries(Object.keys(values.question_answers).map((id) => [id, true]));
  // They explain an answer that is not written yet, so the letter has no place for them.
  const plainOnly = props.theCase.questions.flatMap((question) => {
    const plain = values.question_plain_words[question.id]?.trim();
    return plain && !newAnswerText(values, question) ? [{ ...question, answer: plain }] : [];
  });
  return (
    <Stack gap={4}>
      <WrittenAnswer {...props} values={{ ...values, with_question_answers: true, finished }} />
      {plainOnly.length > 0 && (
        <div>
          <Text strong>{t('plainWords.ofQuestion')}</Text>
          <QuestionAnswers questions={plainOnly} />
        </div>
      )}
    </Stack>
  );
}
