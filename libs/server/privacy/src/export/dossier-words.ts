import type { answerOptions } from '@konsil/contracts/answer-options';
import type { anamnesisTopics, ActorRole, Locale, MedicalKind, TodoTitle } from '@konsil/contracts/codes';
import type { EpicrisisContent } from '@konsil/contracts/epicrisis';
import type { PatientDetail } from '@konsil/contracts/patients';
import { answerOptionWords, medicalKindWords, todoTitleWords } from '@konsil/server-domain/names/labels';

/** The texts of the readable dossier (docs/glossary.md). */
export type DossierKind = 'export' | 'person' | 'case';

export interface DossierWords {
  title: Record<DossierKind, string>;
  created: string;
  contents: string;
  /** The notes on the cover. */
  cover: Record<DossierKind, string>;
  health: string;
  healthConfirmed: (day: string) => string;
  concern: string;
  requestOf: (day: string) => string;
  answerOf: (day: string, doctor: string) => string;
  notGiven: string;
  documentsListed: string;
  archived: string;
  checking: string;
  notDrawn: string;
  pageNotDrawn: (page: number) => string;
  pagesLeftOut: (from: number, to: number) => string;
  picturePage: (page: number, pages: number) => string;
  previewOnly: string;
  noPreview: string;
  otherPerson: string;
  imagesOf: (images: number) => string;
  uploadedBy: (name: string, day: string) => string;
  originals: string;
  originalsText: string;
  bytes: (count: string) => string;
  born: string;
  address: string;
  details: Record<PatientDetail, string>;
  caseWord: string;
  doctor: string;
  diagnosis: string;
  medicalHistory: string;
  questions: string;
  unanswered: string;
  reason: string;
  plainWords: string;
  nextStep: string;
  codes: string;
  recommended: string;
  proposed: string;
  appointment: string;
  /** The time when and by whom; `doctor` is the one who had proposed it, `acting` the author who acted for the account. */
  cancelled: (at: string, by: ActorRole, doctor: string, acting?: string) => string;
  /** An author who acts for the account. */
  acting: (name: string, patient: string) => string;
  erased: string;
  place: string;
  documents: string;
  undescribed: string;
  /** Says where to read characters that the dossier cannot render. */
  lettersMissing: Record<DossierKind, string>;
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
    title: { export: 'Meine Daten bei Konsil', person: 'Patientenakte', case: 'Fallakte' },
    created: 'Zusammengestellt am',
    contents: 'Inhalt',
    cover: {
      export:
        'Diese Datei enthält alle Fälle als Text. Die Unterlagen selbst liegen als Dateien im Ordner documents desselben Archivs.',
      person:
        'Diese Datei enthält alle Fälle mit allen Anfragen, Antworten, Nachrichten und Unterlagen. Sie enthält vertrauliche Gesundheitsdaten: Geben Sie sie nur an Personen weiter, denen Sie vertrauen.',
      case: 'Diese Datei enthält den Fall mit allen Anfragen, Antworten, Nachrichten und Unterlagen. Sie enthält vertrauliche Gesundheitsdaten: Geben Sie sie nur an Personen weiter, denen Sie vertrauen.',
    },
    health: 'Gesundheitsprofil',
    healthConfirmed: (day) => `bestätigt am ${day}`,
    concern: 'Angaben zum Fall',
    requestOf: (day) => `Anfrage vom ${day}`,
    answerOf: (day, doctor) => `Antwort vom ${day}, ${doctor}`,
    notGiven: 'keine Angabe',
    documentsListed: 'Die Dateien liegen im Ordner documents desselben Archivs.',
    archived: 'Archiviert und deshalb hier nicht abgebildet.',
    checking: 'Die Datei wird noch geprüft und ist deshalb hier nicht abgebildet.',
    notDrawn: 'Diese Datei ließ sich nicht abbilden. Öffnen Sie das Original.',
    pageNotDrawn: (page) => `Seite ${page} ließ sich nicht vollständig abbilden. Öffnen Sie das Original.`,
    pagesLeftOut: (from, to) => `Die Seiten ${from} bis ${to} sind hier nicht abgebildet. Öffnen Sie das Original.`,
    picturePage: (page, pages) => `Seite ${page} von ${pages}`,
    previewOnly:
      'Vorschau eines Bildes, nicht zur Befundung. Die Originalbilder (DICOM) können Sie im Portal herunterladen.',
    noPreview:
      'Von diesen Bildern gibt es keine Vorschau. Die Originalbilder (DICOM) können Sie im Portal herunterladen.',
    otherPerson: 'Name oder Geburtsdatum in den Bildern weichen von den Angaben zur Person ab.',
    imagesOf: (images) => (images === 1 ? '1 Bild' : `${images} Bilder`),
    uploadedBy: (name, day) => `hinzugefügt von ${name} am ${day}`,
    originals: 'Originale und Prüfsummen',
    originalsText:
      'Mit der Prüfsumme (SHA-256) lässt sich feststellen, ob eine Datei unverändert ist. Von einem Foto, das jemand anderes hinzugefügt hat, ist es die Prüfsumme der Kopie ohne Ortsangabe.',
    bytes: (count) => `${count} Byte`,
    born: 'geboren am',
    address: 'Anschrift',
    details: { phone: 'Telefon' },
    caseWord: 'Fall',
    doctor: 'Ärztin oder Arzt',
    diagnosis: 'Diagnose',
    medicalHistory: 'Vorgeschichte',
    questions: 'Fragen',
    unanswered: 'noch ohne Antwort',
    reason: 'Grund',
    plainWords: 'In einfachen Worten',
    nextStep: 'Nächster Schritt',
    codes: 'Diagnosen und Prozeduren',
    recommended: 'Empfohlen',
    proposed: 'Vorgeschlagene Termine',
    appointment: 'Termin',
    place: 'Ort',
    documents: 'Unterlagen',
    undescribed: 'noch nicht beschrieben',
    lettersMissing: {
      export:
        'Einige Schriftzeichen kann dieses Dossier nicht zeigen. Der vollständige Text steht in der Datei data.json desselben Archivs.',
      person: 'Einige Schriftzeichen kann diese Datei nicht zeigen. Der vollständige Text steht im Portal.',
      case: 'Einige Schriftzeichen kann diese Datei nicht zeigen. Der vollständige Text steht im Portal.',
    },
    todos: 'Aufgaben',
    done: 'erledigt am',
    dropped: 'nicht mehr nötig seit',
    until: 'bis',
    messages: 'Nachrichten',
    epicrisis: 'Zusammenfassende Beurteilung (Epikrise)',
    noCases: 'Noch kein Fall.',
    cancelled: (at, by, doctor, acting) =>
      `abgesagt am ${at} ${{ patient: `von ${acting ?? 'Ihnen'}`, doctor: `von ${doctor}`, system: 'vom Portal' }[by]}`,
    acting: (name, patient) => `${name} für ${patient}`,
    erased: 'Gelöschtes Konto',
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
    title: { export: 'My data at Konsil', person: 'Health record', case: 'Case record' },
    created: 'Put together on',
    contents: 'Contents',
    cover: {
      export:
        'This file contains all cases as text. The documents themselves are files in the folder documents of the same archive.',
      person:
        'This file contains all cases with all requests, answers, messages and documents. It contains confidential health data: give it only to people you trust.',
      case: 'This file contains the case with all requests, answers, messages and documents. It contains confidential health data: give it only to people you trust.',
    },
    health: 'Health profile',
    healthConfirmed: (day) => `confirmed on ${day}`,
    concern: 'Details of the case',
    requestOf: (day) => `Request of ${day}`,
    answerOf: (day, doctor) => `Answer of ${day}, ${doctor}`,
    notGiven: 'not given',
    documentsListed: 'The files are in the folder documents of the same archive.',
    archived: 'Archived, and therefore not shown here.',
    checking: 'The file is still being checked, and therefore not shown here.',
    notDrawn: 'This file could not be shown. Please open the original.',
    pageNotDrawn: (page) => `Page ${page} could not be shown completely. Please open the original.`,
    pagesLeftOut: (from, to) => `Pages ${from} to ${to} are not shown here. Please open the original.`,
    picturePage: (page, pages) => `Page ${page} of ${pages}`,
    previewOnly:
      'Preview of one image, not for diagnosis. You can download the original images (DICOM) from the portal.',
    noPreview: 'There is no preview of these images. You can download the original images (DICOM) from the portal.',
    otherPerson: 'The name or date of birth in the images differs from the person’s details.',
    imagesOf: (images) => (images === 1 ? '1 image' : `${images} images`),
    uploadedBy: (name, day) => `added by ${name} on ${day}`,
    originals: 'Originals and checksums',
    originalsText:
      'The checksum (SHA-256) shows whether a file is unchanged. For a photo that somebody else added, it is the checksum of the copy without its location.',
    bytes: (count) => `${count} bytes`,
    born: 'born',
    address: 'Address',
    details: { phone: 'Phone' },
    caseWord: 'Case',
    doctor: 'Doctor',
    diagnosis: 'Diagnosis',
    medicalHistory: 'Medical history',
    questions: 'Questions',
    unanswered: 'not answered yet',
    reason: 'Reason',
    plainWords: 'In plain words',
    nextStep: 'Next step',
    codes: 'Diagnoses and procedures',
    recommended: 'Recommended',
    proposed: 'Suggested appointments',
    appointment: 'Appointment',
    place: 'Place',
    documents: 'Documents',
    undescribed: 'not described yet',
    lettersMissing: {
      export:
        'Some characters cannot be shown in this dossier. The whole text is in the file data.json of the same archive.',
      person: 'Some characters cannot be shown in this file. The whole text is in the portal.',
      case: 'Some characters cannot be shown in this file. The whole text is in the portal.',
    },
    todos: 'To-dos',
    done: 'done on',
    dropped: 'no longer needed since',
    until: 'due',
    messages: 'Messages',
    epicrisis: 'Medical summary (epicrisis)',
    noCases: 'No case yet.',
    cancelled: (at, by, doctor, acting = 'you') =>
      `cancelled on ${at} by ${{ patient: acting, doctor, system: 'the portal' }[by]}`,
    acting: (name, patient) => `${name} for ${patient}`,
    erased: 'Deleted account',
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
