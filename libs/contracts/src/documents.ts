import * as z from 'zod/mini';
import { labelOf, medicalKindLabels, medicalKinds, roles, sourceKindLabels, sourceKinds } from './codes.ts';
import {
  acrossFields,
  daySchema,
  givenIdSchema,
  idParams,
  idSchema,
  isWritten,
  listQuery,
  momentSchema,
  optionalText,
  pageOf,
  pastDaySchema,
  queryFlag,
  requiredText,
  versionSchema,
} from './common.ts';
import { defineRoute } from './route.ts';

/** One examination in a DICOM upload. */
export const studySummarySchema = z.object({
  study_uid: z.string(),
  modality: z.string(),
  study_date: z.nullable(z.iso.date()),
  description: z.string(),
  series: z.int(),
  images: z.int(),
});
export type StudySummary = z.infer<typeof studySummarySchema>;

/** What a DICOM upload says of itself, by its largest study; `mismatch` warns that name or birth date differ from the patient's. */
export const dicomSummarySchema = z.object({
  ...studySummarySchema.shape,
  /** Further studies of a zip, the largest first. */
  other_studies: z.optional(z.array(studySummarySchema)),
  patient_name: z.string(),
  birth_date: z.nullable(z.iso.date()),
  mismatch: z.boolean(),
  /** Tells people apart whose images share one Study Instance UID, within a case. */
  person: z.optional(z.int()),
});
export type DicomSummary = z.infer<typeof dicomSummarySchema>;

const namedFileSchema = z.object({
  name: z.string(),
  /** A problem code of the server, or what kind of file it is. */
  reason: z.string(),
});
/** What came with the images of an upload and is not among them, or is not whole; long lists are cut, the counts are not. */
export const intakeSchema = z.object({
  /** Images and reports that could not be read: whoever looks at the others must know that they are missing. */
  damaged: z.array(namedFileSchema),
  damaged_count: z.int(),
  left_out: z.array(namedFileSchema),
  left_out_count: z.int(),
  /** Letters and pictures beside the images, by their place in the archive; whoever uploaded it can make documents of them. */
  letters: z.array(z.object({ name: z.string(), member: z.int() })),
  /** Files whose bytes are those of another one, which are counted once. */
  copies: z.int(),
  /** Images that are in the case already, in another document. */
  known: z.int(),
});
export type Intake = z.infer<typeof intakeSchema>;

/** A DICOM structured report as text. `verified`: null where it does not say. */
export const reportSchema = z.object({
  title: z.string(),
  study_date: z.nullable(z.iso.date()),
  lines: z.array(z.object({ level: z.int(), name: z.string(), text: z.string() })),
  cut: z.boolean(),
  complete: z.boolean(),
  verified: z.nullable(z.boolean()),
});
export type Report = z.infer<typeof reportSchema>;

/** Somebody by name and birth date. */
export const namedPersonSchema = z.object({ name: z.string(), birth_date: z.nullable(z.iso.date()) });
export type NamedPerson = z.infer<typeof namedPersonSchema>;

/** A guess from content and name, always confirmed by the person. */
export const documentGuessSchema = z.object({
  medical_kind_code: z.optional(z.enum(medicalKinds)),
  issue_date: z.optional(z.iso.date()),
  source_kind_code: z.optional(z.enum(sourceKinds)),
  source_name: z.optional(z.string()),
});
export type DocumentGuess = z.infer<typeof documentGuessSchema>;

/** Bytes and checksum (SHA-256, hex) of what is served. */
export const fileSumSchema = z.object({ size: z.int(), sha256: z.string() });
export type FileSum = z.infer<typeof fileSumSchema>;

export const documentSchema = z.object({
  id: idSchema,
  version: versionSchema,
  case_id: idSchema,
  file_name: z.string(),
  content_type: z.string(),
  /** Bytes and checksum (SHA-256, hex) of the file as it was uploaded. */
  size: z.int(),
  sha256: z.string(),
  /** Bytes and checksum of the copy of a photo that `Filelocation` serves, once it is drawn; not there where it serves the file itself. */
  view: z.optional(fileSumSchema),
  group: z.enum(['document', 'image']),
  document_medical_kind: z.nullable(z.string()),
  medical_kind_code: z.nullable(z.enum(medicalKinds)),
  source_kind: z.nullable(z.string()),
  source_kind_code: z.nullable(z.enum(sourceKinds)),
  source_name: z.nullable(z.string()),
  issue_date: z.nullable(z.iso.date()),
  details_missing: z.boolean(),
  /** For whoever uploaded it, until its details are given. */
  guess: z.optional(documentGuessSchema),
  uploaded_by: z.object({ role: z.enum(roles), name: z.string(), mine: z.boolean() }),
  uploaded_at: momentSchema,
  sent_at: z.nullable(momentSchema),
  archived_at: z.nullable(momentSchema),
  /** For the patient: not sent yet. For the doctor: sent since their last answer. */
  is_new: z.boolean(),
  /** A doctor added it, and the patient who reads this has not opened it yet. */
  unread: z.optional(z.literal(true)),
  /** `checking`: the virus scanner has not answered yet, the file is not served. */
  state: z.enum(['ready', 'checking']),
  /** A short-lived address of a small picture, or null where there is none. */
  preview_url: z.nullable(z.string()),
  /** The small picture is still being made; an event tells when it is there. */
  preview_coming: z.optional(z.literal(true)),
  /** Of a PDF that could be opened. */
  pages: z.optional(z.int()),
  /** A PDF that could not be opened when it came: damaged, or made in a way of its own. */
  unopened: z.optional(z.literal(true)),
  /** A PDF that is still being read: its pages and the guess come later, an event tells when. */
  being_read: z.optional(z.literal(true)),
  /** A PDF form (XFA) that only the programs of its maker can show: its pages hold nothing but a notice. */
  form: z.optional(z.literal(true)),
  dicom: z.nullable(dicomSummarySchema),
  /** Of a structured report: what it says. */
  report: z.optional(reportSchema),
  /** Whom the file names, where that is not the patient of the case, and who that is. */
  stranger: z.optional(z.object({ named: namedPersonSchema, patient: namedPersonSchema })),
  intake: z.optional(intakeSchema),
});
export type Document = z.infer<typeof documentSchema>;

export const uploadedItemSchema = z.object({
  documentId: idSchema,
  document: documentSchema,
  /** Members of a zip that were left out, with the reason's code. */
  skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type UploadedItem = z.infer<typeof uploadedItemSchema>;

/** POST /api/metadata: labels on the wire, free text in `…_other` or behind the label's colon (docs/specification.md sections 3 and 7). */
export const metadataSchema = z.object({
  document_medical_kind: requiredText('kindMissing', 300),
  document_medical_kind_other: z.optional(optionalText(200)),
  source_kind: requiredText('sourceKindMissing', 300),
  source_kind_other: z.optional(optionalText(200)),
  issue_date: daySchema('issueDateMissing'),
  source_name: requiredText('sourceNameMissing', 200),
  version: z.optional(versionSchema),
});
export type Metadata = z.infer<typeof metadataSchema>;

type FreeTexts = Record<'medical_kind_code' | 'kind_other' | 'source_kind_code' | 'source_other', string>;
/** The same as a form: codes and free text apart. */
export const metadataFormSchema = z
  .object({
    medical_kind_code: z.enum(medicalKinds, 'kindMissing'),
    kind_other: optionalText(200),
    issue_date: pastDaySchema('issueDateMissing'),
    source_kind_code: z.enum(sourceKinds, 'sourceKindMissing'),
    source_other: optionalText(200),
    source_name: requiredText('sourceNameMissing', 200),
  })
  .check(
    acrossFields<FreeTexts>(
      ['medical_kind_code', 'kind_other'],
      (form) => !['other', 'other_test'].includes(form.medical_kind_code) || isWritten(form.kind_other),
      { message: 'freeTextMissing', path: ['kind_other'] },
    ),
    acrossFields<FreeTexts>(
      ['source_kind_code', 'source_other'],
      (form) => form.source_kind_code !== 'other' || isWritten(form.source_other),
      { message: 'freeTextMissing', path: ['source_other'] },
    ),
  );
export type MetadataForm = z.infer<typeof metadataFormSchema>;

/** The form as it travels: labels, with free text behind the colon (docs/specification.md section 7). `version` is the one that was seen. */
export const toMetadata = (form: MetadataForm, version: number): Metadata => ({
  document_medical_kind: labelOf(medicalKindLabels, form.medical_kind_code, form.kind_other),
  source_kind: labelOf(sourceKindLabels, form.source_kind_code, form.source_other),
  issue_date: form.issue_date,
  source_name: form.source_name,
  version,
});

/**
 * `Filelocation` serves the file for five minutes (ranges work); `download` names it as an attachment.
 * Of a photo, `Filelocation` serves a copy without position and camera data; `download` serves the original to its sender, the copy to everybody else.
 */
export const fileLocationSchema = z.object({
  documentId: idSchema,
  Filelocation: z.string(),
  download: z.string(),
  /** What `Filelocation` serves, and what `download` does; not there while it is not known of a copy that an earlier version drew. */
  view: z.optional(fileSumSchema),
  kept: z.optional(fileSumSchema),
  file_name: z.string(),
  content_type: z.string(),
  expires_at: momentSchema,
});
export type FileLocation = z.infer<typeof fileLocationSchema>;

export const documentsQuerySchema = z.object({
  ...listQuery,
  group: z.optional(z.enum(['document', 'image'])),
  kind: z.optional(z.enum(medicalKinds)),
  source: z.optional(z.enum(sourceKinds)),
  uploaded_by: z.optional(z.enum(roles)),
  only_new: z.optional(queryFlag),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  sort: z.optional(z.enum(['issue_date', 'uploaded_at', 'kind', 'name'])),
});

export const metadataHistorySchema = z.array(
  z.object({
    version: versionSchema,
    changed_at: momentSchema,
    changed_by: z.string(),
    document_medical_kind: z.string(),
    source_kind: z.string(),
    source_name: z.string(),
    issue_date: z.iso.date(),
  }),
);

export const documentRoutes = {
  uploadDocument: defineRoute({
    method: 'POST',
    path: '/api/individualdocument/post/:id',
    documented: true,
    status: 201,
    multipart: true,
    summary: 'Upload one or more files to a case (multipart, field File)',
    params: idParams,
    response: z.array(uploadedItemSchema),
  }),
  describeDocument: defineRoute({
    method: 'POST',
    path: '/api/metadata/:documentId',
    documented: true,
    summary: 'Describe a document',
    params: z.object({ documentId: givenIdSchema() }),
    body: metadataSchema,
    response: documentSchema,
  }),
  getDocumentFile: defineRoute({
    method: 'GET',
    path: '/api/individualdocument/get/:id',
    documented: true,
    summary: 'Where the file can be fetched',
    params: idParams,
    response: fileLocationSchema,
  }),
  archiveDocument: defineRoute({
    method: 'DELETE',
    path: '/api/individualdocument/get/:id',
    documented: true,
    summary: 'Move a document to the archive',
    params: idParams,
    response: documentSchema,
  }),
  restoreDocument: defineRoute({
    method: 'POST',
    path: '/api/individualdocument/restore/:id',
    documented: true,
    summary: 'Bring a document back from the archive',
    params: idParams,
    response: documentSchema,
  }),
  listDocuments: defineRoute({
    method: 'GET',
    path: '/api/documentsoverview/:id',
    summary: 'The documents of a case; of group `image` the files of one examination come together and count once',
    params: idParams,
    query: documentsQuerySchema,
    response: pageOf(documentSchema),
  }),
  getDocument: defineRoute({
    method: 'GET',
    path: '/api/documents/:id',
    summary: 'One document with its details',
    params: idParams,
    response: documentSchema,
  }),
  getDocumentHistory: defineRoute({
    method: 'GET',
    path: '/api/documents/:id/history',
    summary: 'Earlier details of a document',
    params: idParams,
    response: metadataHistorySchema,
  }),
  openViewer: defineRoute({
    method: 'POST',
    path: '/api/documents/:id/viewer',
    summary: 'An address that opens the images of this document, or of one study of it',
    params: idParams,
    query: z.object({ study: z.optional(z.string().check(z.maxLength(64))) }),
    response: z.object({ url: z.string() }),
  }),
  getFile: defineRoute({
    method: 'GET',
    path: '/api/files/:ticket/:name',
    summary: 'The file behind a Filelocation; ranges work',
    params: z.object({ ticket: z.string(), name: z.string() }),
    response: null,
  }),
  getPreview: defineRoute({
    method: 'GET',
    path: '/api/previews/:ticket',
    summary: 'The small picture behind a preview_url',
    params: z.object({ ticket: z.string() }),
    response: null,
  }),
};
