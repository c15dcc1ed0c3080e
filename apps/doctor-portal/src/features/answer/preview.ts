import { previewId } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Doctor } from '@konsil/contracts/doctors';
import type { MarkedMeasurement } from '@konsil/contracts/measurements';
import type { Pin, WrittenPin } from '@konsil/contracts/pins';
import { ofWrittenParts, type Answer } from '@konsil/contracts/requests';
import { ownName } from '../case-parts/standing-in';
import { toWire, type AnswerForm } from './answer-form';

const orNull = (text: string | undefined): string | null => text?.trim() || null;

const previewedPin = ({ number, words, place }: WrittenPin, { documents }: ProcessOverview): Pin => {
  if (place.kind === 'measurement') return { number, words, place };
  const document = documents.find(({ id }) => id === place.document_id);
  return {
    number,
    words,
    place: {
      ...place,
      document: {
        medical_kind_code: document?.medical_kind_code ?? null,
        issue_date: document?.issue_date ?? null,
        source_name: document?.source_name ?? '',
      },
      there: document !== undefined,
    },
  };
};

/** A preview of the answer as the patient will get it. */
export function previewOf(
  form: AnswerForm,
  theCase: ProcessOverview,
  doctors: Doctor[],
  measurements: MarkedMeasurement[] = [],
  now = new Date(),
): Answer {
  const wire = toWire(form, theCase.questions);
  const recommended = doctors.find(({ id }) => id === wire.recommended_doctor_id);
  const textOf = (id: string) => theCase.questions.find((question) => question.id === id)?.text ?? '';
  return {
    id: previewId,
    request_id: 'preview',
    option: form.option,
    answered_at: now.toISOString(),
    answered_by: ownName(theCase),
    answer: wire.answer,
    ...(orNull(wire.plain_words) && { plain_words: wire.plain_words }),
    question_answers: (wire.question_answers ?? []).map(({ question_id, text, plain_words: plain }) => ({
      question_id,
      question: textOf(question_id),
      text,
      ...(plain && { plain_words: plain }),
    })),
    ...ofWrittenParts((part) => orNull(wire[part])),
    recommended_doctor: recommended ? { ...recommended, left: false } : null,
    appointment: wire.appointments
      ? {
          proposed: [...wire.appointments].sort(),
          accepted: null,
          cancelled: null,
          place: wire.appointment_place ?? '',
        }
      : null,
    ...(measurements.length > 0 ? { measurements } : {}),
    ...(wire.pins ? { pins: wire.pins.map((pin) => previewedPin(pin, theCase)) } : {}),
    ...(form.codes.length > 0 ? { codes: form.codes } : {}),
    todo_id: null,
    read_at: null,
    understood_at: null,
  };
}
