import type { answerOptions } from '@konsil/contracts/answer-options';
import type { anamnesisTopics, ActorRole, Locale, MedicalKind, TodoTitle } from '@konsil/contracts/codes';
import type { EpicrisisContent } from '@konsil/contracts/epicrisis';
import type { PatientDetail } from '@konsil/contracts/patients';
import { answerOptionWords, medicalKindWords, todoTitleWords } from '@konsil/server-domain/names/labels';
import { interfaceTexts } from '@konsil/server-platform/interface/texts';
import { fill, filling, forCount, inEachLanguage } from '@konsil/server-platform/locale-texts';
import { dossierTexts } from './texts.ts';

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
  specialtyForm: (doctor: string) => string;
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
  medicalWords: string;
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
  dateUnknown: string;
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

const wordsIn = (locale: Locale): DossierWords => {
  const words = dossierTexts[locale];
  return {
    ...words,
    healthConfirmed: filling(words.healthConfirmed, 'day'),
    specialtyForm: filling(words.specialtyForm, 'doctor'),
    requestOf: filling(words.requestOf, 'day'),
    answerOf: filling(words.answerOf, 'day', 'doctor'),
    pageNotDrawn: filling(words.pageNotDrawn, 'page'),
    pagesLeftOut: filling(words.pagesLeftOut, 'from', 'to'),
    picturePage: filling(words.picturePage, 'page', 'pages'),
    imagesOf: (images) => forCount(words.imagesOf, images, locale),
    uploadedBy: filling(words.uploadedBy, 'name', 'day'),
    bytes: filling(words.bytes, 'count'),
    cancelled: (at, by, doctor, acting) =>
      fill(words.cancelled[by === 'patient' && acting === undefined ? 'own' : by], {
        at,
        doctor,
        acting: acting ?? '',
      }),
    acting: filling(words.acting, 'name', 'patient'),
    page: filling(words.page, 'page', 'pages'),
    details: interfaceTexts[locale].codes.patientDetail,
    topics: interfaceTexts[locale].codes.anamnesisTopic,
    options: answerOptionWords[locale],
    dateUnknown: interfaceTexts[locale].words.dateUnknown,
    kinds: medicalKindWords[locale],
    todoTitles: todoTitleWords[locale],
  };
};
export const dossierWords = inEachLanguage(wordsIn);
