import type { Locale } from '@konsil/contracts/codes';
import type { DoctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { letterTexts } from './texts.ts';

/** A letter about an invented patient, with the heads of a doctor. */
export const sampleContent = (
  writer: Pick<DoctorLetter, 'doctor' | 'practice'>,
  locale: Locale,
  now: Date,
): DoctorLetter => {
  const { name, listed, street, place, recipient, question, text, answer, ...more } = letterTexts[locale].sample;
  return {
    ...writer,
    ...more,
    patient: { name, listed, born: '1980-01-01', street, place },
    asked_at: now.toISOString(),
    documents: 2,
    recommended: null,
    todo: null,
    recipients: [recipient],
    answer: {
      option: 'final_answer',
      answered_at: now.toISOString(),
      answer,
      reason: null,
      next_step: null,
      recommended_specialty: null,
      question_answers: [{ question_id: '', question, text }],
    },
    proposed: [],
    appointment_place: '',
  };
};
