import type { answerOptions } from '@konsil/contracts/answer-options';
import type { anamnesisTopics, ActorRole, Locale, MedicalKind, TodoTitle } from '@konsil/contracts/codes';
import type { EpicrisisContent } from '@konsil/contracts/epicrisis';
import { answerOptionWords, medicalKindWords, todoTitleWords } from '@konsil/server-domain/names/labels';

/** The texts of the readable dossier (docs/glossary.md). */
export interface DossierWords {
  title: string;
  created: string;
  born: string;
  address: string;
  phone: string;
  caseWord: string;
  doctor: string;
  diagnosis: string;
  medicalHistory: string;
  questions: string;
  unanswered: string;
  conversation: string;
  request: string;
  answer: string;
  reason: string;
  nextStep: string;
  recommended: string;
  proposed: string;
  appointment: string;
  /** When and by whom; `doctor` is the one who had proposed it. */
  cancelled: (at: string, by: ActorRole, doctor: string) => string;
  place: string;
  documents: string;
  undescribed: string;
  /** Where to read characters that the dossier cannot render. */
  lettersMissing: string;
  todos: string;
  done: string;
  dropped: string;
  until: string;
  messages: string;
  epicrisis: string;
  noCases: string;
  page: (page: number, pages: number) => string;
  options: Record<(typeof answerOptions)[number], string>;
  kinds: Record<MedicalKind, string>;
  todoTitles: Record<Exclude<TodoTitle, 'none' | 'other'>, string>;
  topics: Record<(typeof anamnesisTopics)[number], string>;
  sections: Record<keyof EpicrisisContent, string>;
}

export const dossierWords: Record<Locale, DossierWords> = {
  de: {
    title: 'Meine Daten bei Konsil',
    created: 'Zusammengestellt am',
    born: 'geboren am',
    address: 'Anschrift',
    phone: 'Telefon',
    caseWord: 'Fall',
    doctor: 'Ärztin oder Arzt',
    diagnosis: 'Diagnose',
    medicalHistory: 'Vorgeschichte',
    questions: 'Fragen',
    unanswered: 'noch ohne Antwort',
    conversation: 'Anfragen und Antworten',
    request: 'Anfrage',
    answer: 'Antwort',
    reason: 'Grund',
    nextStep: 'Nächster Schritt',
    recommended: 'Empfohlen',
    proposed: 'Vorgeschlagene Termine',
    appointment: 'Termin',
    place: 'Ort',
    documents: 'Unterlagen',
    undescribed: 'noch nicht beschrieben',
    lettersMissing:
      'Einige Schriftzeichen kann dieses Dossier nicht zeigen. Der vollständige Text steht in der Datei data.json desselben Archivs.',
    todos: 'Aufgaben',
    done: 'erledigt am',
    dropped: 'nicht mehr nötig seit',
    until: 'bis',
    messages: 'Nachrichten',
    epicrisis: 'Zusammenfassende Beurteilung (Epikrise)',
    noCases: 'Noch kein Fall.',
    cancelled: (at, by, doctor) =>
      `abgesagt am ${at} ${{ patient: 'von Ihnen', doctor: `von ${doctor}`, system: 'vom Portal' }[by]}`,
    page: (page, pages) => `Seite ${page} von ${pages}`,
    options: answerOptionWords.de,
    kinds: medicalKindWords.de,
    todoTitles: todoTitleWords.de,
    topics: {
      medication: 'Medikamente',
      allergies: 'Allergien und Unverträglichkeiten',
      previous_illnesses: 'Frühere Erkrankungen',
      operations: 'Operationen',
      family_history: 'Erkrankungen in der Familie',
      lifestyle: 'Lebensweise',
    },
    sections: {
      plain_language: 'In einfachen Worten',
      occasion: 'Anlass',
      diagnoses: 'Diagnosen',
      course: 'Verlauf',
      findings: 'Befunde',
      assessment: 'Beurteilung',
      recommendation: 'Empfehlung',
      open_questions: 'Offene Fragen',
    },
  },
  en: {
    title: 'My data at Konsil',
    created: 'Put together on',
    born: 'born',
    address: 'Address',
    phone: 'Phone',
    caseWord: 'Case',
    doctor: 'Doctor',
    diagnosis: 'Diagnosis',
    medicalHistory: 'Medical history',
    questions: 'Questions',
    unanswered: 'not answered yet',
    conversation: 'Requests and answers',
    request: 'Request',
    answer: 'Answer',
    reason: 'Reason',
    nextStep: 'Next step',
    recommended: 'Recommended',
    proposed: 'Suggested appointments',
    appointment: 'Appointment',
    place: 'Place',
    documents: 'Documents',
    undescribed: 'not described yet',
    lettersMissing:
      'Some characters cannot be shown in this dossier. The whole text is in the file data.json of the same archive.',
    todos: 'To-dos',
    done: 'done on',
    dropped: 'no longer needed since',
    until: 'due',
    messages: 'Messages',
    epicrisis: 'Medical summary (epicrisis)',
    noCases: 'No case yet.',
    cancelled: (at, by, doctor) => `cancelled on ${at} by ${{ patient: 'you', doctor, system: 'the portal' }[by]}`,
    page: (page, pages) => `Page ${page} of ${pages}`,
    options: answerOptionWords.en,
    kinds: medicalKindWords.en,
    todoTitles: todoTitleWords.en,
    topics: {
      medication: 'Medication',
      allergies: 'Allergies and intolerances',
      previous_illnesses: 'Previous illnesses',
      operations: 'Operations',
      family_history: 'Illnesses in the family',
      lifestyle: 'Lifestyle',
    },
    sections: {
      plain_language: 'In plain words',
      occasion: 'Reason for consultation',
      diagnoses: 'Diagnoses',
      course: 'What happened',
      findings: 'Findings',
      assessment: 'Assessment',
      recommendation: 'Recommendation',
      open_questions: 'Open questions',
    },
  },
};
