// @bundle ui
/**
 * The codes of docs/specification.md section 3 and docs/product.md section 4, each with its canonical English label
 * (docs/glossary.md).
 */
import { roles } from './first-codes.ts';

export * from './first-codes.ts';

/** The actor in a case: one of its two sides, or the portal automatically. */
export const actorRoles = [...roles, 'system'] as const;
export type ActorRole = (typeof actorRoles)[number];

export const genders = ['M', 'F', 'D'] as const;
export type Gender = (typeof genders)[number];

/** The languages offered to doctors, ISO 639-1. */
export const spokenLanguages = [
  'ar',
  'bg',
  'bs',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fa',
  'fr',
  'he',
  'hr',
  'hu',
  'it',
  'ku',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sq',
  'sr',
  'sv',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh',
] as const;

export const relationships = ['self', 'child', 'parent', 'partner', 'other'] as const;
export type Relationship = (typeof relationships)[number];

export const priorities = ['high', 'normal', 'low', 'undefined'] as const;
export type Priority = (typeof priorities)[number];

/** Groups and sort orders of case lists, and due date filters. */
export const caseViews = ['needs_answer', 'waiting_for_patient', 'due_soon', 'later', 'answered', 'all'] as const;
export const caseSorts = ['priority', 'waiting', 'due', 'activity'] as const;
export const caseDues = ['overdue', 'today', 'week'] as const;
/** A doctor's narrower lists: never opened or marked unread, with a draft of an answer, asked two weeks ago without a reply. */
export const caseOnlies = ['unopened', 'drafts', 'silent'] as const;

export const documentTypes = [
  'letter',
  'op',
  'histology',
  'laboratory',
  'consultation',
  'first_aid_certificate',
  'medication_plan',
  'other',
] as const;

export const imagingTypes = ['ct', 'mri', 'xray', 'sonography', 'other_test'] as const;
export type ImagingType = (typeof imagingTypes)[number];

export const medicalKinds = [...documentTypes, ...imagingTypes] as const;
export type MedicalKind = (typeof medicalKinds)[number];

const modalityKinds = new Map<string, MedicalKind>([
  ['CT', 'ct'],
  ['MR', 'mri'],
  ['US', 'sonography'],
  ...['CR', 'DX', 'DR', 'RF', 'XA', 'MG'].map((modality) => [modality, 'xray'] as const),
]);
/** The imaging type of a DICOM modality (PS3.3 C.7.3.1.1.1), where it is unambiguous. */
export const kindOfModality = (modality: string): MedicalKind | undefined => modalityKinds.get(modality);

export const sourceKinds = ['hospital', 'doctors_practice', 'outpatient', 'other'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** The ToDo an answer gives the patient: `titleValue` of the answer route. */
export const todoTitles = [
  'none',
  'upload_documents',
  'answer_question',
  'book_appointment',
  'see_doctor',
  'other',
] as const;
export type TodoTitle = (typeof todoTitles)[number];

export const medicalKindLabels: Record<MedicalKind, string> = {
  letter: "Doctor's letter",
  op: 'Operation report',
  histology: 'Tissue report (histology)',
  laboratory: 'Laboratory report',
  consultation: 'Consultation report',
  first_aid_certificate: 'First-aid certificate',
  medication_plan: 'Medication plan',
  other: 'Other',
  ct: 'CT scan',
  mri: 'MRI scan',
  xray: 'X-ray',
  sonography: 'Ultrasound',
  other_test: 'Other examination',
};
export const sourceKindLabels: Record<SourceKind, string> = {
  hospital: 'Hospital',
  doctors_practice: "Doctor's practice",
  outpatient: 'Outpatient clinic',
  other: 'Other',
};
export const todoTitleLabels: Record<TodoTitle, string> = {
  none: '',
  upload_documents: 'Upload the missing documents',
  answer_question: 'Answer the question',
  book_appointment: 'Choose an appointment',
  see_doctor: 'See the recommended doctor',
  other: 'Other',
};

const freeTextKinds: readonly string[] = ['other', 'other_test'];
/** True if a code takes free text besides its label. */
export const asksForText = (code: string): boolean => freeTextKinds.includes(code);

/** The wire form of a kind: the label, or `label: free text` for "other" (docs/specification.md section 7). */
export const labelOf = (labels: Record<string, string>, code: string, freeText = ''): string =>
  asksForText(code) && freeText.trim() ? `${labels[code]}: ${freeText.trim()}` : (labels[code] ?? '');

/** The code and free text of a wire label; null if no label matches. */
export const codeOf = <C extends string>(
  labels: Record<C, string>,
  wire: string,
): { code: C; freeText: string } | null => {
  const entries = Object.entries(labels) as [C, string][];
  const exact = entries.find(([, label]) => label === wire);
  if (exact) return { code: exact[0], freeText: '' };
  const open = entries.find(([code, label]) => asksForText(code) && wire.startsWith(`${label}:`));
  return open ? { code: open[0], freeText: wire.slice(open[1].length + 1).trim() } : null;
};

export const isImagingType = (code: string | null): code is ImagingType =>
  (imagingTypes as readonly (string | null)[]).includes(code);

/** The topics of a structured medical history. */
export const anamnesisTopics = [
  'medication',
  'allergies',
  'previous_illnesses',
  'operations',
  'family_history',
  'lifestyle',
] as const;
export type AnamnesisTopic = (typeof anamnesisTopics)[number];
/** The parts of a case's general forms, by which changes are reported. */
export const formTopics = ['diagnosis', 'medical_history', 'questions', ...anamnesisTopics, 'specialty_form'] as const;
export type FormTopic = (typeof formTopics)[number];

export const epicrisisSections = [
  'occasion',
  'diagnoses',
  'course',
  'findings',
  'assessment',
  'recommendation',
  'open_questions',
] as const;

/** The three rules of docs/specification.md section 5, each shown separately while typing. */
export const passwordRules = [
  // Counts code points (NIST SP 800-63B): an emoji is one, and so is a letter with a combining mark.
  { key: 'length', test: (value: string) => [...value.normalize('NFC')].length >= 8 },
  { key: 'letters', test: (value: string) => /\p{Ll}/u.test(value) && /\p{Lu}/u.test(value) },
  { key: 'number', test: (value: string) => /\d/.test(value) },
] as const;

/** 16 MB (docs/specification.md section 9), read as 16 777 216 bytes. */
export const maxUploadBytes = 16 * 1024 * 1024;

/**
 * Changes on an open page. `document_added`: by a doctor. `question`: an answer that asks the patient.
 * `document_prepared`: only a preview became available. `resync`: events may have been missed, refetch everything.
 */
export const changeTypes = [
  'case',
  'document',
  'document_added',
  'document_prepared',
  'todo',
  'message',
  'message_read',
  'request',
  'answer',
  'question',
  'answer_read',
  'appointment_cancelled',
  'sending',
  'epicrisis',
  'patient',
  'audit',
  'account',
  'resync',
] as const;
export type ChangeType = (typeof changeTypes)[number];
/** Besides changes, the final event of a stream: the session was ended, here or elsewhere. */
export const eventTypes = [...changeTypes, 'session_ended'] as const;
