import * as z from 'zod/mini';
import { anamnesisTopics, type AnamnesisTopic } from './codes.ts';
import { caseStatuses, questionSchema } from './cases.ts';
import { idParams, idSchema, momentSchema, okSchema, requiredText } from './common.ts';
import { documentSchema } from './documents.ts';
import { answeredFormSchema } from './form-fields.ts';
import { mostKnownAsked } from './import-limits.ts';
import { healthTextsSchema } from './health-profile.ts';
import { medicationListSchema } from './medication-schemas.ts';
import { messageSchema } from './messages.ts';
import { answerSchema, requestSchema } from './requests.ts';
import { defineRoute } from './route.ts';
import { todoSchema } from './todos.ts';

const doctor = z.object({ name: z.string(), specialty: z.string() });

/** A case as the archive's installation kept it; nobody here answered it. */
export const importedCaseTextsSchema = z.object({
  id: idSchema,
  case_name: z.string(),
  created_at: momentSchema,
  status: z.enum(caseStatuses),
  doctor,
  account_name: z.string(),
  diagnosis: z.string(),
  medical_history: z.string(),
  anamnesis: z.object({
    ...(Object.fromEntries(anamnesisTopics.map((topic) => [topic, z.string()])) as Record<
      AnamnesisTopic,
      z.ZodMiniString
    >),
    medication_list: z.optional(z.nullable(medicationListSchema)),
  }),
  specialty_forms: z.optional(z.array(answeredFormSchema)),
  questions: z.array(z.pick(questionSchema, { text: true, answer: true })),
  requests: z.array(z.pick(requestSchema, { sent_at: true, sent_by: true, note: true })),
  answers: z.array(
    z.object({
      ...z.pick(answerSchema, {
        option: true,
        answered_at: true,
        answered_by: true,
        answer: true,
        plain_words: true,
        reason: true,
        next_step: true,
        recommended_specialty: true,
        appointment: true,
        codes: true,
        pins: true,
        measurements: true,
      }).shape,
      question_answers: z.array(
        z.object({ question: z.string(), text: z.string(), plain_words: z.optional(z.string()) }),
      ),
      recommended_doctor: z.nullable(z.object({ name: z.string(), specialty: z.string(), city: z.string() })),
    }),
  ),
  todos: z.array(
    z.object({
      ...z.pick(todoSchema, { title_code: true, created_at: true, completed_at: true, dropped: true, assignee: true })
        .shape,
      title: z.string(),
      content: z.string(),
      deadline: z.iso.date(),
    }),
  ),
  messages: z.array(
    z.object({
      ...z.pick(messageSchema, { subject: true, message: true, sent_at: true }).shape,
      sender: z.object({ name: z.string() }),
      to: z.object({ name: z.string() }),
    }),
  ),
});
export type ImportedCaseTexts = z.infer<typeof importedCaseTextsSchema>;

/** `place`: its number among the files; null if the archive does not have the file. */
export const importedDocumentSchema = z.object({
  ...z.pick(documentSchema, {
    id: true,
    file_name: true,
    group: true,
    medical_kind_code: true,
    document_medical_kind: true,
    source_name: true,
    issue_date: true,
    uploaded_at: true,
    archived_at: true,
    size: true,
  }).shape,
  uploaded_by: z.object({ name: z.string() }),
});
const shownDocument = z.extend(importedDocumentSchema, {
  place: z.nullable(z.int()),
  /** True if a case here has a document with the same bytes. */
  known: z.boolean(),
});

const person = z.object({ first_name: z.string(), last_name: z.string(), date_of_birth: z.iso.date() });

export const importedContentSchema = z.object({
  /** The time when the archive was made. */
  made_at: momentSchema,
  /** The host that the archive names; its signature proves only that nothing was changed. */
  host: z.string(),
  /** The thumbprint of the key that signed it, and whether that is this installation's. */
  key_id: z.string(),
  ours: z.boolean(),
  person,
  /** The fields that differ from the person here; empty for the same person. */
  differs: z.array(z.enum(['name', 'date_of_birth'])),
  cases: z.array(
    z.object({
      id: idSchema,
      case_name: z.string(),
      doctor: z.string(),
      created_at: momentSchema,
      answers: z.int(),
      documents: z.int(),
      /** A case of this account, or one that was taken over before. */
      known: z.boolean(),
    }),
  ),
  documents: z.int(),
  /** Documents whose bytes are in a case here already. */
  known_documents: z.int(),
  /** Documents that the archive names without their files. */
  left_out: z.array(z.string()),
  /** Archives that were taken over there before, as files. */
  enclosed: z.array(z.object({ file_name: z.string(), place: z.int() })),
  /** Null if the archive has none. */
  health: z.nullable(healthTextsSchema),
  /** True if a receipt can tell its installation that it was taken over. */
  receipt: z.boolean(),
});
export type ImportedContent = z.infer<typeof importedContentSchema>;

export const recordImportSchema = z.object({
  id: idSchema,
  patient_id: idSchema,
  /** `receiving`: pieces are missing; `received`: not checked; `checked`: waits for its owner; `taken`: kept. */
  state: z.enum(['receiving', 'received', 'checked', 'taken']),
  file_name: z.string(),
  size: z.int(),
  /** The number of pieces that have arrived. */
  pieces: z.int(),
  created_at: momentSchema,
  taken_at: z.nullable(momentSchema),
  /** Null until it is checked. */
  content: z.nullable(importedContentSchema),
});
export type RecordImport = z.infer<typeof recordImportSchema>;

export const importedCaseSchema = z.object({
  import: z.pick(recordImportSchema, { id: true, patient_id: true, taken_at: true }),
  ...z.pick(importedContentSchema, { made_at: true, host: true, ours: true, person: true }).shape,
  case: importedCaseTextsSchema,
  documents: z.array(shownDocument),
});
export type ImportedCase = z.infer<typeof importedCaseSchema>;

const placeOf = (digits: number) => z.string().check(z.regex(new RegExp(`^\\d{1,${digits}}$`)));

const sha256Schema = z.string().check(z.regex(/^[\da-f]{64}$/));

export const importRoutes = {
  findKnownFiles: defineRoute({
    method: 'POST',
    path: '/api/patients/:id/known-files',
    summary: "Which of these files are in the person's cases already, by SHA-256",
    params: idParams,
    body: z.object({ sha256: z.array(sha256Schema).check(z.maxLength(mostKnownAsked)) }),
    response: z.object({ known: z.array(sha256Schema) }),
  }),
  listImports: defineRoute({
    method: 'GET',
    path: '/api/patients/:id/imports',
    summary: "A person's records that were taken over from archives",
    params: idParams,
    response: z.array(recordImportSchema),
  }),
  beginImport: defineRoute({
    method: 'POST',
    path: '/api/patients/:id/imports',
    status: 201,
    summary: 'Announce an archive; one that was begun before is continued',
    params: idParams,
    body: z.object({ file_name: requiredText('fileMissing', 200), size: z.int().check(z.minimum(1)) }),
    response: recordImportSchema,
  }),
  getImport: defineRoute({
    method: 'GET',
    path: '/api/imports/:id',
    summary: 'What an archive has, and how far it is',
    params: idParams,
    response: recordImportSchema,
  }),
  addImportPiece: defineRoute({
    method: 'POST',
    path: '/api/imports/:id/pieces',
    status: 201,
    multipart: true,
    summary: 'Add the next 8 MiB of an archive (multipart, field File)',
    params: idParams,
    query: z.object({ position: placeOf(3) }),
    response: recordImportSchema,
  }),
  checkImport: defineRoute({
    method: 'POST',
    path: '/api/imports/:id/check',
    summary: 'Check signature and checksums of an archive, and compare it with what is here',
    params: idParams,
    response: recordImportSchema,
  }),
  takeImport: defineRoute({
    method: 'POST',
    path: '/api/imports/:id/take',
    summary: 'Keep a checked archive with its cases, to read',
    params: idParams,
    /** Needed if name or birth date differ. */
    body: z.object({ same_person: z.optional(z.boolean()) }),
    response: recordImportSchema,
  }),
  removeImport: defineRoute({
    method: 'DELETE',
    path: '/api/imports/:id',
    summary: 'Remove an archive and what was taken over with it',
    params: idParams,
    response: okSchema,
  }),
  getImportedCase: defineRoute({
    method: 'GET',
    path: '/api/imports/:id/case',
    summary: 'A case of an archive, as the other installation kept it',
    params: idParams,
    query: z.object({ place: placeOf(4) }),
    response: importedCaseSchema,
  }),
  getImportedFile: defineRoute({
    method: 'GET',
    path: '/api/imports/:id/file',
    summary: 'The URL of a file of an archive; "archive" and "dossier" are files, too',
    params: idParams,
    query: z.object({ place: z.string().check(z.regex(/^(\d{1,4}|archive|dossier)$/)) }),
    response: z.object({ Filelocation: z.string(), expires_at: momentSchema }),
  }),
};
