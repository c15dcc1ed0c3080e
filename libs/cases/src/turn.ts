// @bundle ui
import type { CaseSummary } from '@konsil/contracts/cases';
import type { Gender } from '@konsil/contracts/codes';
import { patientNextStep } from './next-step.ts';
import type { CaseStanding } from './next-step.ts';

export type TurnTone = 'you' | 'other' | 'none' | 'draft' | 'hidden';
export type TurnKey =
  | 'draft'
  | 'yours'
  | 'answerBy'
  | 'answerToday'
  | 'answerLate'
  | 'answerUnread'
  | 'answered'
  | 'closed'
  | 'notShared'
  | 'replyBy'
  | 'replyToday'
  | 'replyLate'
  | 'reply'
  | 'withPatient';

/** The state of a case for one reader: colour tone, message key under `turn.<key>`, and its date. */
export interface Turn {
  tone: TurnTone;
  key: TurnKey;
  day?: string;
  /** The gender of the patient that the case waits for. */
  gender?: Gender;
}

type Standing = Pick<CaseSummary, 'status' | 'turn' | 'answer_due_on' | 'last_answer'>;

const due = (day: string, today: string): 'by' | 'today' | 'late' =>
  day > today ? 'by' : day === today ? 'today' : 'late';

const answered = (theCase: Standing): Turn =>
  theCase.last_answer
    ? { tone: 'none', key: 'answered', day: theCase.last_answer.answered_at }
    : { tone: 'none', key: 'closed' };

/** The state for the patient. `today` is `YYYY-MM-DD`. */
export const patientTurn = (theCase: Standing & CaseStanding, today: string): Turn => {
  if (theCase.status === 'closed') return { tone: 'none', key: 'closed' };
  if (theCase.status === 'draft') return { tone: 'draft', key: 'draft' };
  if (theCase.turn === 'none' && theCase.status !== 'answered') return { tone: 'hidden', key: 'notShared' };
  // The doctor has left.
  if (theCase.status === 'with_doctor' && theCase.turn === 'patient') return { tone: 'you', key: 'yours' };
  if (theCase.status === 'with_doctor') {
    if (!theCase.answer_due_on) return { tone: 'other', key: 'answerLate' };
    const key = ({ by: 'answerBy', today: 'answerToday', late: 'answerLate' } as const)[
      due(theCase.answer_due_on, today)
    ];
    return { tone: 'other', key, day: theCase.answer_due_on };
  }
  if (theCase.last_answer?.read_at === null)
    return { tone: 'you', key: 'answerUnread', day: theCase.last_answer.answered_at };
  // An answered case with something left to do, e.g. a ToDo of the answer, is not done.
  return theCase.turn === 'patient' || patientNextStep(theCase) ? { tone: 'you', key: 'yours' } : answered(theCase);
};

/** The state for the doctor. */
export const doctorTurn = (theCase: Standing & { patient: { gender: Gender } }, today: string): Turn => {
  if (theCase.status === 'closed') return { tone: 'none', key: 'closed' };
  if (theCase.status === 'with_doctor') {
    if (!theCase.answer_due_on) return { tone: 'you', key: 'reply' };
    const key = ({ by: 'replyBy', today: 'replyToday', late: 'replyLate' } as const)[due(theCase.answer_due_on, today)];
    return { tone: 'you', key, day: theCase.answer_due_on };
  }
  return theCase.status === 'with_patient'
    ? { tone: 'other', key: 'withPatient', gender: theCase.patient.gender }
    : answered(theCase);
};
