import {
  medicalKindLabels,
  sourceKindLabels,
  todoTitleLabels,
  type MedicalKind,
  type SourceKind,
  type TodoTitle,
} from '@konsil/contracts/codes';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { Locale } from '@konsil/contracts/first-codes';

/** The German labels of the interface (libs/i18n; a test compares them). English: the canonical labels. */
export const medicalKindWords: Record<Locale, Record<MedicalKind, string>> = {
  de: {
    letter: 'Arztbrief',
    op: 'OP-Bericht',
    histology: 'Gewebebefund (Histologie)',
    laboratory: 'Laborbefund',
    consultation: 'Konsilbericht',
    first_aid_certificate: 'Notaufnahmebericht (Erste-Hilfe-Schein)',
    medication_plan: 'Medikationsplan',
    other: 'Sonstiges',
    ct: 'Computertomografie (CT)',
    mri: 'Magnetresonanztomografie (MRT)',
    xray: 'Röntgen',
    sonography: 'Ultraschall (Sonografie)',
    other_test: 'Sonstige Untersuchung',
  },
  en: medicalKindLabels,
};
export const sourceKindWords: Record<Locale, Record<SourceKind, string>> = {
  de: { hospital: 'Krankenhaus', doctors_practice: 'Arztpraxis', outpatient: 'Ambulanz', other: 'Sonstiges' },
  en: sourceKindLabels,
};
/** Titles of built-in ToDos; others are shown as written. */
export const todoTitleWords: Record<Locale, Record<Exclude<TodoTitle, 'none' | 'other'>, string>> = {
  de: {
    upload_documents: 'Fehlende Unterlagen hochladen',
    answer_question: 'Frage beantworten',
    book_appointment: 'Termin auswählen',
    see_doctor: 'Empfohlene Praxis aufsuchen',
  },
  en: todoTitleLabels,
};
/** Kinds of answers as the patient reads them. */
export const answerOptionWords: Record<Locale, Record<AnswerOption, string>> = {
  de: {
    final_answer: 'Abschließende Antwort',
    question_to_patient: 'Frage an Sie',
    further_documents_needed: 'Weitere Unterlagen nötig',
    unable_to_do_anything: 'Keine Beurteilung möglich',
    recommendation_different_physician: 'Andere Ärztin oder anderer Arzt empfohlen',
    schedule_appointment: 'Termin vereinbaren',
  },
  en: {
    final_answer: 'Final answer',
    question_to_patient: 'A question for you',
    further_documents_needed: 'Further documents needed',
    unable_to_do_anything: 'Unable to assess this case',
    recommendation_different_physician: 'Recommendation for a different physician',
    schedule_appointment: 'Schedule an appointment',
  },
};
