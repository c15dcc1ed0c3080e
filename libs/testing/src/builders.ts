import type * as z from 'zod/mini';
import { healthProfileSchema } from '@konsil/contracts/health-profile';
import { accountSchema, sessionSchema, settingsSchema, signInSchema } from '@konsil/contracts/accounts';
import { authSessionSchema } from '@konsil/contracts/auth';
import { forEachSwitch } from '@konsil/contracts/channels';
import { caseSummarySchema, dashboardSchema, processOverviewSchema } from '@konsil/contracts/cases';
import { doctorSchema, namedDoctorSchema } from '@konsil/contracts/doctors';
import { consoleClinicSchema } from '@konsil/contracts/console-clinics';
import { dicomSummarySchema, documentSchema } from '@konsil/contracts/documents';
import { epicrisisSchema, epicrisisVersionSchema } from '@konsil/contracts/epicrisis';
import { formFieldSchema } from '@konsil/contracts/form-fields';
import { legalNoticeSchema } from '@konsil/contracts/legal-notices';
import { legalSchema } from '@konsil/contracts/legal-texts';
import { markedMeasurementSchema } from '@konsil/contracts/measurements';
import { messageSchema } from '@konsil/contracts/messages';
import { patientNameSchema, patientSchema, patientSummarySchema } from '@konsil/contracts/patients';
import { auditEntrySchema, consentSchema, ownActionSchema } from '@konsil/contracts/privacy';
import { answerSchema, requestPreviewSchema, requestSchema } from '@konsil/contracts/requests';
import { isLoggedInSchema } from '@konsil/contracts/sign-in';
import { usualKeys } from '@konsil/contracts/shortcut-keys';
import { todoSchema } from '@konsil/contracts/todos';
import { anId } from './ids.ts';

/**
 * Builds test data of one kind: missing fields get realistic values, and the contract's schema validates the result.
 */
const builder =
  <T extends object>(schema: z.ZodMiniType<T>, usual: () => T) =>
  (given: Partial<T> = {}): T =>
    schema.parse({ ...usual(), ...given });

const morning = '2026-11-02T08:30:00.000Z';
const noon = '2026-11-03T11:00:00.000Z';

// The files of an examination are one entry within their case only.
const oneCase = anId();

export const aPatientName = builder(patientNameSchema, () => ({
  id: anId(),
  first_name: 'Miriam',
  last_name: 'Adler',
  gender: 'F' as const,
  date_of_birth: '1979-03-14',
}));
export const aPatient = builder(patientSchema, () => ({
  ...aPatientName(),
  version: 1,
  relationship: 'self' as const,
  street: 'Lindenweg',
  house_number: '4',
  zipcode: '10115',
  city: 'Berlin',
  state: '',
  country: '',
  phone: '',
  archived_at: null,
  created_at: morning,
}));
export const aPatientSummary = builder(patientSummarySchema, () => ({
  ...aPatientName(),
  relationship: 'self' as const,
  archived_at: null,
  case_count: 1,
  open_case_count: 1,
  cases_with_doctor: 0,
  cases_with_patient: 0,
  last_activity_at: noon,
}));
export const aDoctor = builder(doctorSchema, () => ({
  id: anId(),
  name: 'Dr. Elif Sandberg',
  specialty: 'Endokrinologie',
  city: 'Berlin',
  languages: ['de', 'en'],
  reply_days: 5,
  accepts_cases: true,
}));
/** A doctor as named in a case. */
export const aNamedDoctor = builder(namedDoctorSchema, () => ({ ...aDoctor(), left: false }));
export const aCase = builder(caseSummarySchema, () => ({
  id: anId(),
  version: 1,
  case_name: 'Knoten in der Schilddrüse',
  patient: aPatientName(),
  doctor: aNamedDoctor(),
  status: 'with_doctor' as const,
  turn: 'doctor' as const,
  priority: 'undefined' as const,
  created_at: morning,
  last_activity_at: noon,
  last_request_at: noon,
  answer_due_on: '2026-11-10',
  last_answer: null,
  proposed_until: null,
  next_appointment: null,
  new_documents: 0,
  undescribed_documents: 0,
  unread_documents: [],
  open_todos: 0,
  next_deadline: null,
  shared: true,
  unread_messages: 0,
  open_notes: [],
  triage: null,
  archived_at: null,
}));
/** The summary of a document's DICOM headers. */
export const aDicomSummary = builder(dicomSummarySchema, () => ({
  study_uid: '1.2',
  modality: 'CT',
  study_date: null,
  description: '',
  series: 1,
  images: 50,
  patient_name: 'Miriam Adler',
  birth_date: null,
  mismatch: false,
}));
export const aDocument = builder(documentSchema, () => ({
  id: anId(),
  version: 1,
  case_id: oneCase,
  file_name: 'befund.pdf',
  content_type: 'application/pdf',
  size: 240_000,
  sha256: 'a'.repeat(64),
  group: 'document' as const,
  document_medical_kind: 'Laboratory report',
  medical_kind_code: 'laboratory' as const,
  source_kind: "Doctor's practice",
  source_kind_code: 'doctors_practice' as const,
  source_name: 'Praxis Dr. Keil',
  issue_date: '2026-10-12',
  details_missing: false,
  uploaded_by: { role: 'patient' as const, name: 'Miriam Adler', mine: true },
  uploaded_at: morning,
  sent_at: noon,
  archived_at: null,
  is_new: false,
  state: 'ready' as const,
  preview_url: null,
  dicom: null,
}));
export const aTodo = builder(todoSchema, () => ({
  id: anId(),
  version: 1,
  case_id: anId(),
  case_name: 'Knoten in der Schilddrüse',
  patient: aPatientName(),
  title: 'Befund nachreichen',
  title_code: 'other' as const,
  content: 'Bitte laden Sie den Befund der Punktion hoch.',
  deadline: '2026-11-20',
  priority: 'normal' as const,
  assignee: 'patient' as const,
  created_by: { role: 'doctor' as const, name: 'Dr. Elif Sandberg', mine: false },
  answer_id: null,
  created_at: noon,
  completed_at: null,
  dropped: false,
}));
export const aMessage = builder(messageSchema, () => ({
  id: anId(),
  version: 1,
  case_id: anId(),
  case_name: 'Knoten in der Schilddrüse',
  patient: aPatientName(),
  subject: 'Ihre Medikamente',
  message: 'Nehmen Sie zurzeit Schilddrüsenhormone ein?',
  sender: { role: 'doctor' as const, name: 'Dr. Elif Sandberg' },
  to: { role: 'patient' as const, name: 'Miriam Adler' },
  direction: 'received' as const,
  sent_at: noon,
  edited_at: null,
  shown_at: null,
  read_at: null,
  unread: true,
  document_ids: [],
}));
export const aHealthProfile = builder(healthProfileSchema, () => ({
  medication: '',
  allergies: '',
  operations: '',
  previous_illnesses: '',
  version: 0,
  changed_at: null,
  confirmed_at: null,
}));
/** An optional text field of a doctor's form. */
export const aFormField = builder(formFieldSchema, () => ({
  id: anId(),
  kind: 'text' as const,
  label_de: 'Beruf',
  label_en: '',
  help_de: '',
  help_en: '',
  required: false,
  unit: '',
  min: '',
  max: '',
  choices: [],
}));
export const aRequest = builder(requestSchema, () => ({
  id: anId(),
  sent_at: noon,
  sent_by: 'Miriam Adler',
  note: '',
  said_missing: [],
  health_confirmed_at: null,
  document_ids: [anId()],
  answer_due_on: '2026-11-10',
}));
export const aMarkedMeasurement = builder(markedMeasurementSchema, () => ({
  id: anId(),
  kind: 'length' as const,
  study: '1.2.9.8',
  series: '1.2.3',
  instance: '1.2.3.4',
  frame: 1,
  points: [
    [1, 2],
    [30.5, 40.25],
  ] as [number, number][],
  name: '',
  window: null,
  numbers: [{ of: 'length' as const, value: 34.2, unit: 'mm' as const }],
  image: {
    document_id: anId(),
    modality: 'CT',
    study_date: '2026-11-12',
    series_number: 3,
    number: 62,
    frames: 1,
  },
}));
export const anAnswer = builder(answerSchema, () => ({
  id: anId(),
  request_id: anId(),
  option: 'further_documents_needed' as const,
  answered_at: noon,
  answered_by: 'Dr. Elif Sandberg',
  answer: 'Es fehlt noch der Befund der Feinnadelpunktion.',
  reason: null,
  next_step: null,
  question_answers: [],
  todo_id: null,
  recommended_doctor: null,
  recommended_specialty: null,
  appointment: null,
  read_at: null,
  understood_at: null,
}));
export const aProcessOverview = builder(processOverviewSchema, () => ({
  ...aCase(),
  diagnosis: 'Knoten im rechten Schilddrüsenlappen',
  medical_history: 'Seit drei Monaten Druckgefühl am Hals.',
  questions: [{ id: anId(), text: 'Muss der Knoten entfernt werden?', answer: null }],
  anamnesis: {
    medication: '',
    allergies: '',
    previous_illnesses: '',
    operations: '',
    family_history: '',
    lifestyle: '',
  },
  documents: [],
  requests: [],
  answers: [],
  timeline: [],
  changed_forms: [],
  opened_at: null,
  account_name: 'Miriam Adler',
  counts: { documents: 0, images: 0, todos_open: 0, todos: 0, messages: 0, messages_unread: 0 },
}));
export const aRequestPreview = builder(requestPreviewSchema, () => ({
  doctor: aDoctor(),
  patient: aPatient(),
  new_documents: [aDocument()],
  already_sent: 0,
  questions: ['Muss der Knoten entfernt werden?'],
  answered_questions: 0,
  diagnosis: 'Knoten im rechten Schilddrüsenlappen',
  medical_history: 'Seit drei Monaten Druckgefühl am Hals.',
  anamnesis: {
    medication: '',
    allergies: '',
    previous_illnesses: '',
    operations: '',
    family_history: '',
    lifestyle: '',
  },
  missing: [],
  usual: [],
  health_profile: null,
  answer_due_on: '2026-11-10',
}));
export const aDashboard = builder(dashboardSchema, () => ({
  needs_me: [],
  cases: [],
  newest_answers: [],
  unread_messages: 0,
  unread_summaries: [],
  open_todos: 0,
  archived_cases: 0,
  case_counts: { needs_answer: 0, waiting_for_patient: 0, due_soon: 0, overdue: 0, answered: 0, archived: 0 },
}));
export const someLegalTexts = builder(legalSchema, () => ({
  imprint: { de: 'Klinik Nord', en: 'North Clinic' },
  privacy: { de: '# Ihre Rechte\n\nAuskunft und Löschung.', en: '# Your rights\n\nAccess and erasure.' },
  terms: null,
  versions: [],
  operator: 'operator@konsil.example',
}));
export const aLegalNotice = builder(legalNoticeSchema, () => ({
  id: anId(),
  kind: 'terms' as const,
  holds_from: '2026-11-02',
  changes: { de: 'Gebühren stehen jetzt im Text.', en: 'The text now names fees.' },
  known_before: true,
}));
export const anEpicrisisVersion = builder(epicrisisVersionSchema, () => ({
  id: anId(),
  version: 1,
  author: 'Dr. Elif Sandberg',
  created_at: noon,
  released_at: null,
  content: {
    occasion: 'Zweitmeinung',
    diagnoses: 'Struma nodosa',
    course: '',
    findings: '',
    assessment: '',
    recommendation: '',
    open_questions: '',
    plain_language: '',
  },
}));
export const anEpicrisis = builder(epicrisisSchema, () => {
  const current = anEpicrisisVersion();
  return { patient: aPatientName(), version: current.version, current, released: null, versions: [current] };
});
export const anAuditEntry = builder(auditEntrySchema, () => ({
  id: '1',
  at: noon,
  actor: { role: 'doctor' as const, name: 'Dr. Elif Sandberg', mine: false },
  action: 'document.read' as const,
  result: 'allowed' as const,
  patient_id: anId(),
  case_id: anId(),
  case_name: 'Knoten in der Schilddrüse',
  document_id: anId(),
  document_name: 'befund.pdf',
}));
export const anOwnAction = builder(ownActionSchema, () => ({
  id: anId(),
  at: noon,
  action: 'document.read' as const,
  result: 'allowed' as const,
  patient: aPatientName(),
  case_id: anId(),
  case_name: 'Knoten in der Schilddrüse',
  document_id: anId(),
  document_name: 'befund.pdf',
}));
export const aConsent = builder(consentSchema, () => ({
  id: anId(),
  kind: 'send_to_doctor' as const,
  given_at: noon,
  withdrawn_at: null,
  text_version: '2026-11-24/0123456789ab',
  case_id: anId(),
  case_name: 'Knoten in der Schilddrüse',
  patient_id: anId(),
  doctor_name: 'Dr. Elif Sandberg',
}));
export const aConsoleClinic = builder(consoleClinicSchema, () => ({
  id: anId(),
  version: 1,
  pool: false,
  name: 'Klinikum Nord',
  sender_name: '',
  logo: null,
  accent: '',
  imprint_de: '',
  imprint_en: '',
  sites: [],
  systems: [],
  doctors: [],
  archived_at: null,
}));
export const anAccount = builder(accountSchema, () => ({
  email: 'miriam.adler@konsil.example',
  pending_email: null,
  phone: '+491511234482',
  full_name: 'Miriam Adler',
  role: 'patient' as const,
  locale: 'de' as const,
  second_factor: false,
  recovery_codes_left: 0,
  own_patient: aPatient(),
  erasure_at: null,
  consent_withdrawn_at: null,
  doctor: null,
}));
export const aSignIn = builder(signInSchema, () => ({
  id: '1',
  at: noon,
  result: 'allowed' as const,
  reason: null,
  device: 'Firefox, Windows',
  network: '198.51.100.0/24',
}));
export const aSession = builder(sessionSchema, () => ({
  id: anId(),
  current: false,
  device: 'Firefox, Windows',
  created_at: morning,
  last_seen_at: noon,
}));
export const someSettings = builder(settingsSchema, () => ({
  locale: 'de' as const,
  notify_email: 'each' as const,
  ...forEachSwitch(() => false),
  shortcuts: true,
  keys: usualKeys,
  goes_on: true,
  filters: {},
}));

const inHalfAnHour = () => new Date(Date.now() + 30 * 60_000).toISOString();
/** The signed-in user in the `isloggedin` response. */
export const aLogin = builder(isLoggedInSchema, () => ({
  user_patient_id: '00000000-0000-4000-8000-00000000aaaa',
  role: 'patient' as const,
  user_fullname: 'Miriam Adler',
  email: 'miriam.adler@konsil.example',
  locale: 'de' as const,
  registration: 'done' as const,
  second_factor: false,
  second_factor_advised: false,
  expires_at: inHalfAnHour(),
  absolute_expires_at: new Date(Date.now() + 12 * 3_600_000).toISOString(),
}));
/** The signed-in user in the session protocol. */
export const anAuthSession = ({ user_patient_id, user_fullname, role, email, locale, expires_at } = aLogin()) =>
  authSessionSchema.parse({ user: { user_patient_id, user_fullname, role, email, locale }, expires: expires_at });

/** A whole list on one page. */
export const aPage = <T>(items: T[]) => ({ items, next_cursor: null, total: items.length });
