import {
  medicalKindLabels,
  sourceKindLabels,
  todoTitleLabels,
  type MedicalKind,
  type SourceKind,
  type TodoTitle,
} from '@konsil/contracts/codes';
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
