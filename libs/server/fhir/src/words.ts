import type { Locale } from '@konsil/contracts/first-codes';
import type { AnamnesisTopic } from '@konsil/contracts/codes';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { WrittenPart } from '@konsil/contracts/requests';
import de from '@konsil/i18n/locales/de.json';
import en from '@konsil/i18n/locales/en.json';

interface Words {
  consultation: string;
  medicalHistory: string;
  questions: string;
  answer: string;
  anamnesis: Record<AnamnesisTopic, string>;
  plainWords: string;
  parts: Record<WrittenPart, string>;
  sides: Record<'patient' | 'doctor', string>;
}

/** The displays of resources that no text of the interface has. */
export const words: Record<Locale, Words> = {
  de: {
    consultation: 'Ärztliche Beurteilung eines Falls',
    medicalHistory: 'Krankengeschichte',
    questions: 'Fragen',
    answer: 'Antwort',
    anamnesis: {
      medication: 'Medikamente',
      allergies: 'Allergien',
      previous_illnesses: 'Vorerkrankungen',
      operations: 'Operationen',
      family_history: 'Erkrankungen in der Familie',
      lifestyle: 'Lebensgewohnheiten',
    },
    plainWords: 'In einfachen Worten',
    parts: {
      reason: 'Begründung',
      next_step: 'Nächster Schritt',
      recommended_specialty: 'Empfohlenes Fachgebiet',
    },
    sides: { patient: 'Patientenseite', doctor: 'Ärztliche Seite' },
  },
  en: {
    consultation: 'Medical assessment of a case',
    medicalHistory: 'Medical history',
    questions: 'Questions',
    answer: 'Answer',
    anamnesis: {
      medication: 'Medication',
      allergies: 'Allergies',
      previous_illnesses: 'Previous illnesses',
      operations: 'Operations',
      family_history: 'Illnesses in the family',
      lifestyle: 'Lifestyle',
    },
    plainWords: 'In plain words',
    parts: { reason: 'Reason', next_step: 'Next step', recommended_specialty: 'Recommended specialty' },
    sides: { patient: 'Patient’s side', doctor: 'Doctor’s side' },
  },
};

const interfaceTexts = { de, en };
export const answerOptionWord = (option: AnswerOption, locale: Locale): string =>
  interfaceTexts[locale].codes.answerOption[option];
