import * as z from 'zod/mini';
import { authorSchema } from './authors.ts';
import { labelOf, medicalKindLabels, medicalKinds, roles, sourceKindLabels, sourceKinds } from './codes.ts';
import {
  ruleAcrossFields,
  daySchema,
  givenIdSchema,
  idParams,
  idSchema,
  listQuery,
  momentSchema,
  optionalText,
  pageOf,
  pastDaySchema,
  queryFlag,
  requiredText,
  versionSchema,
} from './common.ts';
import { hasVisibleText } from './visible-text.ts';
import { practiceDay } from './practice-time.ts';
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

/**
 * The header data of a DICOM upload, from its largest study; `mismatch` warns that name or birth date differ from the
 * patient's.
 */
export const dicomSummarySchema = z.object({
  ...studySummarySchema.shape,
  /** Other studies of a ZIP, largest first. */
  other_studies: z.optional(z.array(studySummarySchema)),
  patient_name: z.string(),
  birth_date: z.nullable(z.iso.date()),
  mismatch: z.boolean(),
  /** Distinguishes people whose images share a Study Instance UID within a case. */
  person: z.optional(z.int()),
});
export type DicomSummary = z.infer<typeof dicomSummarySchema>;

const namedFileSchema = z.object({
  name: z.string(),
  /** A problem code of the server, or the detected file type. */
  reason: z.string(),
});
/** Files of an imaging upload that were left out or are incomplete; long lists are cut, counts are not. */
export const intakeSchema = z.object({
  /** Unreadable images and reports: the reader of the others must know that they are missing. */
  damaged: z.array(namedFileSchema),
  damaged_count: z.int(),
  left_out: z.array(namedFileSchema),
  left_out_count: z.int(),
  /**
   * Letters and pictures beside the images, by their index in the archive; the uploader can turn them into documents.
   */
  letters: z.array(z.object({ name: z.string(), member: z.int() })),
  /** Number of duplicate files, which are stored once. */
  copies: z.int(),
  /** Number of images already in another document of the case. */
  known: z.int(),
});
export type Intake = z.infer<typeof intakeSchema>;

/** An image that a report refers to, by its numbers in DICOM; frames count from 1. */
export const reportedImageSchema = z.object({ instance: z.string(), frame: z.int() });
export type ReportedImage = z.infer<typeof reportedImageSchema>;

/** One line of a report: a heading if it has no text, a measurement if it has a value of its own. */
export const reportLineSchema = z.object({
  level: z.int(),
  name: z.string(),
  text: z.string(),
  measured: z.optional(z.object({ value: z.string(), unit: z.string(), site: z.string(), tracking: z.string() })),
  images: z.optional(z.array(reportedImageSchema)),
});
export type ReportLine = z.infer<typeof reportLineSchema>;

/** A DICOM structured report as text. `verified`: null if unknown. */
export const reportSchema = z.object({
  title: z.string(),
  study_date: z.nullable(z.iso.date()),
  lines: z.array(reportLineSchema),
  cut: z.boolean(),
  complete: z.boolean(),
  verified: z.nullable(z.boolean()),
});
export type Report = z.infer<typeof reportSchema>;

/** An image of a report, in a document of the case. */
export const reportImageSchema = z.object({
  instance: z.string(),
  document_id: idSchema,
  study_uid: z.string(),
  series_number: z.nullable(z.int()),
  instance_number: z.nullable(z.int()),
  frames: z.int(),
});
export type ReportImage = z.infer<typeof reportImageSchema>;

/** A series of images in a document, in the order of their numbers; each image by its name in the case's DICOMweb. */
export const pictureSeriesSchema = z.object({
  study_uid: z.string(),
  series_uid: z.string(),
  number: z.nullable(z.int()),
  modality: z.string(),
  description: z.string(),
  images: z.array(z.object({ instance: z.string(), frames: z.int() })),
});
export type PictureSeries = z.infer<typeof pictureSeriesSchema>;

/** A person by name and birth date. */
export const namedPersonSchema = z.object({ name: z.string(), birth_date: z.nullable(z.iso.date()) });
export type NamedPerson = z.infer<typeof namedPersonSchema>;

/** A guess from content and name, always confirmed by the user. */
export const documentGuessSchema = z.object({
  medical_kind_code: z.optional(z.enum(medicalKinds)),
  issue_date: z.optional(z.iso.date()),
  source_kind_code: z.optional(z.enum(sourceKinds)),
  source_name: z.optional(z.string()),
});
export type DocumentGuess = z.infer<typeof documentGuessSchema>;

/** Size and checksum (SHA-256, hex) of the served file. */
export const fileSumSchema = z.object({ size: z.int(), sha256: z.string() });
export type FileSum = z.infer<typeof fileSumSchema>;

export const documentSchema = z.object({
  id: idSchema,
  version: versionSchema,
  case_id: idSchema,
  file_name: z.string(),
  content_type: z.string(),
  /** Size and checksum (SHA-256, hex) of the uploaded file. */
  size: z.int(),
  sha256: z.string(),
  /**
   * Size and checksum of a photo's copy that `Filelocation` serves, once it exists; undefined where the file itself is
   * served.
   */
  view: z.optional(fileSumSchema),
  group: z.enum(['document', 'image']),
  document_medical_kind: z.nullable(z.string()),
  medical_kind_code: z.nullable(z.enum(medicalKinds)),
  source_kind: z.nullable(z.string()),
  source_kind_code: z.nullable(z.enum(sourceKinds)),
  source_name: z.nullable(z.string()),
  /** Null until the details are given, and where its uploader does not know it. */
  issue_date: z.nullable(z.iso.date()),
  details_missing: z.boolean(),
  /** For the uploader, until the details are given. */
  guess: z.optional(documentGuessSchema),
  uploaded_by: authorSchema,
  uploaded_at: momentSchema,
  sent_at: z.nullable(momentSchema),
  archived_at: z.nullable(momentSchema),
  /** For the patient: not sent yet. For the doctor: sent since their last answer. */
  is_new: z.boolean(),
  /** Added by a doctor and not opened by the reading patient yet. */
  unread: z.optional(z.literal(true)),
  /** `checking`: the virus scan is pending, and the file is not served. */
  state: z.enum(['ready', 'checking']),
  /** Short-lived URL of a thumbnail, or null. */
  preview_url: z.nullable(z.string()),
  /** The thumbnail is still being made; an event reports when it is available. */
  preview_coming: z.optional(z.literal(true)),
  /** Page count of a readable PDF. */
  pages: z.optional(z.int()),
  /** A PDF that could not be opened: damaged or non-standard. */
  unopened: z.optional(z.literal(true)),
  /** A PDF that is still being processed: page count and guess follow, an event reports when. */
  being_read: z.optional(z.literal(true)),
  /** An XFA form that only Adobe's programs can show: its pages contain just a notice. */
  form: z.optional(z.literal(true)),
  dicom: z.nullable(dicomSummarySchema),
  /** The content of a structured report. */
  report: z.optional(reportSchema),
  /** The person named in the file if it is not the case's patient, and the patient. */
  stranger: z.optional(z.object({ named: namedPersonSchema, patient: namedPersonSchema })),
  intake: z.optional(intakeSchema),
});
export type Document = z.infer<typeof documentSchema>;

export const uploadedItemSchema = z.object({
  documentId: idSchema,
  document: documentSchema,
  /** ZIP members that were left out, with the reason's code. */
  skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type UploadedItem = z.infer<typeof uploadedItemSchema>;

/**
 * POST /api/metadata: labels on the wire, free text in `…_other` or after the label's colon (docs/specification.md
 * sections 3 and 7).
 */
export const metadataSchema = z.object({
  document_medical_kind: requiredText('kindMissing', 300),
  document_medical_kind_other: z.optional(optionalText(200)),
  source_kind: requiredText('sourceKindMissing', 300),
  source_kind_other: z.optional(optionalText(200)),
  issue_date: daySchema('issueDateMissing'),
  /** True if nobody knows the date: the required `issue_date` (section 5) is any valid day then, and shown nowhere. */
  date_unknown: z.optional(z.boolean()),
  source_name: requiredText('sourceNameMissing', 200),
  version: z.optional(versionSchema),
});
export type Metadata = z.infer<typeof metadataSchema>;

type FreeTexts = Record<'medical_kind_code' | 'kind_other' | 'source_kind_code' | 'source_other', string>;
const issueDateSchema = pastDaySchema('issueDateMissing');
/** The details of a document as form input: codes and free text are separate fields. */
export const metadataFormSchema = z
  .object({
    medical_kind_code: z.enum(medicalKinds, 'kindMissing'),
    kind_other: optionalText(200),
    /** Not validated where the date is unknown. */
    issue_date: z.string('issueDateMissing'),
    date_unknown: z.optional(z.boolean()),
    source_kind_code: z.enum(sourceKinds, 'sourceKindMissing'),
    source_other: optionalText(200),
    source_name: requiredText('sourceNameMissing', 200),
  })
  .check(
    ruleAcrossFields<FreeTexts>(
      ['medical_kind_code', 'kind_other'],
      (form) => !['other', 'other_test'].includes(form.medical_kind_code) || hasVisibleText(form.kind_other),
      { message: 'freeTextMissing', path: ['kind_other'] },
    ),
    ruleAcrossFields<FreeTexts>(
      ['source_kind_code', 'source_other'],
      (form) => form.source_kind_code !== 'other' || hasVisibleText(form.source_other),
      { message: 'freeTextMissing', path: ['source_other'] },
    ),
    z.check<{ issue_date: string; date_unknown?: boolean | undefined }>(
      ({ value: { issue_date: day, date_unknown: unknown }, issues }) => {
        if (unknown) return;
        const [fault] = issueDateSchema.safeParse(day).error?.issues ?? [];
        if (fault) issues.push({ code: 'custom', path: ['issue_date'], message: fault.message, input: day });
      },
      { when: ({ value }) => typeof (value as { issue_date?: unknown } | undefined)?.issue_date === 'string' },
    ),
  );
export type MetadataForm = z.infer<typeof metadataFormSchema>;

/**
 * Converts the form to the wire format: labels, with free text after the colon (docs/specification.md section 7).
 * `version` is the one that was seen.
 */
export const toMetadata = (form: MetadataForm, version: number): Metadata => ({
  document_medical_kind: labelOf(medicalKindLabels, form.medical_kind_code, form.kind_other),
  source_kind: labelOf(sourceKindLabels, form.source_kind_code, form.source_other),
  issue_date: form.date_unknown ? practiceDay(new Date()) : form.issue_date,
  date_unknown: form.date_unknown || undefined,
  source_name: form.source_name,
  version,
});

/**
 * `Filelocation` serves the file for five minutes (range requests work), `download` as an attachment. For photos,
 * `Filelocation` serves a copy without location and camera data; `download` serves the original to its uploader, the
 * copy to everybody else.
 */
export const fileLocationSchema = z.object({
  documentId: idSchema,
  Filelocation: z.string(),
  download: z.string(),
  /** Sums of what `Filelocation` and `download` serve; undefined for copies made by an earlier version. */
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

/** A document among all of a person, with the name of its case. */
export const patientDocumentSchema = z.extend(documentSchema, { case_name: z.string() });
export type PatientDocument = z.infer<typeof patientDocumentSchema>;

export const patientDocumentsQuerySchema = z.object({
  ...listQuery,
  group: z.optional(z.enum(['document', 'image'])),
  kind: z.optional(z.enum(medicalKinds)),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  sort: z.optional(z.enum(['issue_date', 'uploaded_at', 'kind'])),
});

export const metadataHistorySchema = z.array(
  z.object({
    version: versionSchema,
    changed_at: momentSchema,
    changed_by: z.string(),
    document_medical_kind: z.string(),
    source_kind: z.string(),
    source_name: z.string(),
    issue_date: z.nullable(z.iso.date()),
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
  takeLetter: defineRoute({
    method: 'POST',
    path: '/api/documents/:id/letters',
    status: 201,
    summary: 'Turn a letter or picture of an uploaded ZIP, as its `intake` names it, into a document of its own',
    params: idParams,
    body: z.object({ member: z.int() }),
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
  listPatientDocuments: defineRoute({
    method: 'GET',
    path: '/api/patients/:id/documents',
    summary: 'The documents of all cases of a patient; the files of one examination come together and count once',
    params: idParams,
    query: patientDocumentsQuerySchema,
    response: pageOf(patientDocumentSchema),
  }),
  getDocument: defineRoute({
    method: 'GET',
    path: '/api/documents/:id',
    summary: 'One document with its details',
    params: idParams,
    response: documentSchema,
  }),
  listReportImages: defineRoute({
    method: 'GET',
    path: '/api/documents/:id/report-images',
    summary: 'Where the images are that a structured report refers to, as far as the case has them',
    params: idParams,
    response: z.array(reportImageSchema),
  }),
  listDocumentPictures: defineRoute({
    method: 'GET',
    path: '/api/documents/:id/pictures',
    summary: 'The images in a document by series, for rendered pictures of them (DICOMweb, docs/hospitals.md)',
    params: idParams,
    response: z.array(pictureSeriesSchema),
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
