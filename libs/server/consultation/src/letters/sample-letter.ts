import type { Locale } from '@konsil/contracts/codes';
import type { DoctorLetter } from '@konsil/server-domain/sealed/doctor-letter';

const texts = {
  de: {
    name: 'Erika Mustermann',
    listed: 'Mustermann, Erika',
    street: 'Musterweg 1',
    place: '12345 Musterstadt',
    case_name: 'Muster',
    diagnosis: 'Beispiel einer Diagnose, wie sie in der Anfrage steht.',
    answer: 'Hier steht Ihre Antwort. Kopf, Unterschrift und Nummern kommen aus Ihren Angaben.',
    question: 'Beispiel einer Frage?',
    text: 'Beispiel einer Antwort.',
    recipient: {
      name: 'Dr. med. Max Beispiel',
      addition: 'Hausärztliche Praxis',
      street: 'Beispielstraße 2',
      place: '12345 Musterstadt',
    },
  },
  en: {
    name: 'Jane Sample',
    listed: 'Sample, Jane',
    street: 'Sample Road 1',
    place: '12345 Sampletown',
    case_name: 'Sample',
    diagnosis: 'An example of a diagnosis as given in a request.',
    answer: 'Your answer stands here. Heads, signature and numbers come from your details.',
    question: 'An example of a question?',
    text: 'An example of an answer.',
    recipient: {
      name: 'Dr John Example',
      addition: 'General practice',
      street: 'Example Street 2',
      place: '12345 Sampletown',
    },
  },
} satisfies Record<Locale, object>;

/** A letter about an invented patient, with the heads of a doctor. */
export const sampleContent = (
  writer: Pick<DoctorLetter, 'doctor' | 'practice'>,
  locale: Locale,
  now: Date,
): DoctorLetter => {
  const { name, listed, street, place, recipient, question, text, answer, ...more } = texts[locale];
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
