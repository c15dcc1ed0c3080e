import * as z from 'zod/mini';
import { givenIdSchema, idParams, idSchema, optionalText, requiredText } from './common.ts';
import { namedPersonSchema } from './documents.ts';
import { defineRoute } from './route.ts';

/** The reasons why an archive returned nothing importable; the interface has a text for each. */
export const archiveFailures = [
  /** No connection, or the archive says that it is not available. */
  'unreachable',
  /** The archive does not accept the credentials. */
  'refused',
  'slow',
  /** No answer of DICOMweb. */
  'wrong',
  /** A result that was not requested: another patient number, accession number or study. */
  'foreign',
  'too_large',
  'cut',
  'infected',
  /** The study has no object that can be shown. */
  'nothing',
] as const;
export type ArchiveFailure = (typeof archiveFailures)[number];

// In a query of DICOM these are patterns and lists: the search would find others, too (PS3.4 section C.2.2.2).
const noPattern = z.refine<string>((text) => !/[*?\\]/.test(text), 'archiveNumberPattern');
const uid = z.string().check(z.regex(/^\d[\d.]{0,63}$/));
const studyAsked = {
  clinic: givenIdSchema(),
  patient_number: requiredText('archiveNumberMissing', 64).check(noPattern),
};

export const archiveSearchSchema = z.object({
  ...studyAsked,
  accession_number: z.optional(optionalText(16).check(noPattern)),
});

export type ArchiveSearch = z.infer<typeof archiveSearchSchema>;

/** A study as the archive describes it. `differs`: the data that are not those of the case's patient. */
export const archiveStudySchema = z.object({
  study_uid: z.string(),
  patient_name: z.string(),
  birth_date: z.nullable(z.iso.date()),
  differs: z.array(z.enum(['name', 'birth_date'])),
  study_date: z.nullable(z.iso.date()),
  modalities: z.array(z.string()),
  description: z.string(),
  accession_number: z.string(),
  images: z.nullable(z.int()),
});
export type ArchiveStudy = z.infer<typeof archiveStudySchema>;

const failure = z.nullable(z.enum(archiveFailures));

/** The result of a search. */
export const foundStudiesSchema = z.object({
  failure,
  studies: z.array(archiveStudySchema),
  /** There are more than these. */
  more: z.boolean(),
  patient: namedPersonSchema,
});
export type FoundStudies = z.infer<typeof foundStudiesSchema>;

/** The outcome of a retrieval. */
export const fetchedStudySchema = z.object({
  failure,
  /** Name and birth date in the images are others than the patient's, and this was not confirmed. */
  stranger: z.optional(z.object({ named: namedPersonSchema, patient: namedPersonSchema })),
  /** The documents that were added; 0 without a failure: the case has all images already. */
  documents: z.int(),
  /** Objects that an upload does not take, such as presentation states. */
  left_out: z.int(),
});
export type FetchedStudy = z.infer<typeof fetchedStudySchema>;

/** The archives of clinics, from which a doctor brings earlier images into a case (docs/hospitals.md). */
export const clinicArchiveRoutes = {
  listCaseArchives: defineRoute({
    method: 'GET',
    path: '/api/process/:id/archives',
    summary: 'The clinics from whose archives the caller may bring images into a case',
    params: idParams,
    response: z.array(z.object({ id: idSchema, name: z.string() })),
  }),
  searchCaseArchive: defineRoute({
    method: 'POST',
    path: '/api/process/:id/archives/search',
    summary: "The studies of one patient number in a clinic's archive",
    params: idParams,
    body: archiveSearchSchema,
    response: foundStudiesSchema,
  }),
  fetchFromArchive: defineRoute({
    method: 'POST',
    path: '/api/process/:id/archives/fetch',
    summary: "Take a study of a clinic's archive over into a case, wholly or not at all",
    params: idParams,
    body: z.object({
      ...studyAsked,
      study_uid: uid,
      /** True if the caller confirmed that images of this name and birth date belong to the patient. */
      other_person: z.boolean(),
    }),
    response: fetchedStudySchema,
  }),
};
