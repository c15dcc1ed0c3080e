import { proposesTimes } from '@konsil/contracts/answer-options';
import type { Question } from '@konsil/contracts/cases';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { isDay, otherDrafts, pinsOf, questionsOf, toWire, type AnswerForm } from './answer-form';
import { useMarkedMeasurements } from './marked-measurements';
import { answerTexts } from './texts';

/** Describes which parts will be sent to the patient, and which written parts will not. */
export const useSendSummary = (
  caseId: string,
  form: AnswerForm,
  questions: readonly Question[],
): { goes: string; stays: string } => {
  const { t } = useTexts(answerTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const { go, stay } = questionsOf(form, questions);
  const numbers = (of: number[]) => t('parts.questions', { count: of.length, numbers: format.list(of.map(String)) });
  const { going } = useMarkedMeasurements(caseId, form);
  const wire = toWire(form, questions);
  const pins = pinsOf(form, wire);
  const inPlainWords = wire.plain_words || wire.question_answers?.some(({ plain_words: plain }) => plain);
  const times = proposesTimes(form.option) ? form.appointments.filter(({ at }) => at).length : 0;
  const todo =
    form.todo_title === 'other'
      ? form.todo_other.trim()
      : form.todo_title === 'none'
        ? ''
        : common(`codes.todoTitle.${form.todo_title}`);
  const goes = [
    common(`codes.answerOption.${form.option}`),
    ...(inPlainWords ? [t('parts.plainWords')] : []),
    ...(times > 0 ? [t('parts.times', { count: times })] : []),
    ...(todo
      ? [
          isDay(form.deadline)
            ? t('parts.todoUntil', { title: todo, day: format.dayMonth(form.deadline) })
            : t('parts.todo', { title: todo }),
        ]
      : []),
    ...(go.length > 0 ? [numbers(go)] : []),
    ...(pins.length > 0 ? [t('parts.pins', { count: pins.length })] : []),
    ...(going.length > 0 ? [t('parts.measurements', { count: going.length })] : []),
    ...(form.codes.length > 0 ? [t('parts.codes', { count: form.codes.length })] : []),
  ];
  const stays = [
    ...otherDrafts(form).map((option) => common(`codes.answerOption.${option}`)),
    ...(stay.length > 0 ? [numbers(stay)] : []),
  ];
  return { goes: format.list(goes), stays: stays.length > 0 ? format.list(stays) : '' };
};
