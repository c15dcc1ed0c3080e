import { appointmentOf } from '@konsil/cases';
import { rulesOf } from '@konsil/contracts/answer-options';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { emptyAnswer, emptyKind, type AnswerForm } from './answer-form';

/** After a cancelled appointment, the doctor most likely proposes another one at the same place. */
const firstValues = (theCase: ProcessOverview): AnswerForm => {
  const proposed = appointmentOf(theCase);
  return proposed?.appointment?.cancelled
    ? {
        ...emptyAnswer,
        option: proposed.option,
        todo_title: rulesOf(proposed.option).todo,
        appointment_place: proposed.appointment.place,
      }
    : emptyAnswer;
};

/** Merges a saved draft into an empty form, for the questions that exist now. */
export const openAnswer = (theCase: ProcessOverview, kept: Partial<AnswerForm> | null): AnswerForm => {
  const ofQuestions = <T>(all: Record<string, T> = {}): Record<string, T> =>
    Object.fromEntries(
      theCase.questions.flatMap(({ id }): [string, T][] => (all[id] === undefined ? [] : [[id, all[id]]])),
    );
  const first = firstValues(theCase);
  return {
    ...first,
    ...kept,
    question_answers: ofQuestions(kept?.question_answers),
    question_plain_words: ofQuestions(kept?.question_plain_words),
    finished: ofQuestions(kept?.finished),
    // A draft may be older than a field.
    others: Object.fromEntries(
      Object.entries(kept?.others ?? {}).map(([option, kind]) => [option, { ...emptyKind, ...kind }]),
    ),
  };
};
