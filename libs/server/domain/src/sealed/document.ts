import { medicalKinds, sourceKinds } from '@konsil/contracts/codes';
import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

const person = z.object({ patientName: z.string(), birthDate: z.nullable(z.string()) });
const namedFile = z.object({ name: z.string(), reason: z.string() });
const study = {
  study_uid: z.string(),
  modality: z.string(),
  study_date: z.nullable(z.string()),
  description: z.string(),
  series: z.number(),
  images: z.number(),
};
/** The mismatch is computed on reading, because patient records get corrected. */
const keptSummary = z.object({
  ...study,
  other_studies: z.optional(z.array(z.object(study))),
  patient_name: z.string(),
  birth_date: z.nullable(z.string()),
  person: z.optional(z.number()),
  /** The people named in the images, as written there. */
  people: z.optional(z.array(person)),
  /** The mismatch at the time of upload, in summaries from before `people` existed. */
  mismatch: z.optional(z.boolean()),
});
/** The content of a document row, under the patient's key. Kinds as labels, with the free text of "other". */
export const documentSecrets = sealedKind({
  name: 'document',
  schema: z.object({
    file_name: z.string(),
    document_medical_kind: z.optional(z.string()),
    source_kind: z.optional(z.string()),
    source_name: z.optional(z.string()),
    /** The pages of a readable PDF. */
    pages: z.optional(z.number()),
    /** A PDF that could not be opened. */
    unopened: z.optional(z.literal(true)),
    /** An XFA form, whose pages contain just a notice. */
    form: z.optional(z.literal(true)),
    dicom: z.optional(keptSummary),
    /** The content of a structured report. */
    report: z.optional(
      z.object({
        title: z.string(),
        study_date: z.nullable(z.string()),
        lines: z.array(
          z.object({
            level: z.number(),
            name: z.string(),
            text: z.string(),
            measured: z.optional(
              z.object({ value: z.string(), unit: z.string(), site: z.string(), tracking: z.string() }),
            ),
            images: z.optional(z.array(z.object({ instance: z.string(), frame: z.number() }))),
          }),
        ),
        cut: z.boolean(),
        complete: z.boolean(),
        verified: z.nullable(z.boolean()),
      }),
    ),
    /** The person named in a report. */
    person: z.optional(person),
    intake: z.optional(
      z.object({
        damaged: z.array(namedFile),
        damaged_count: z.number(),
        left_out: z.array(namedFile),
        left_out_count: z.number(),
        letters: z.array(z.object({ name: z.string(), member: z.number() })),
        copies: z.number(),
        known: z.number(),
      }),
    ),
    /** Until the details are given. */
    guess: z.optional(
      z.object({
        medical_kind_code: z.optional(z.enum(medicalKinds)),
        issue_date: z.optional(z.string()),
        source_kind_code: z.optional(z.enum(sourceKinds)),
        source_name: z.optional(z.string()),
      }),
    ),
  }),
  versions: [
    {
      shape:
        '{ file_name: string, document_medical_kind?: string, source_kind?: string, source_name?: string, pages?: number, unopened?: true, form?: true, dicom?: { study_uid: string, modality: string, study_date: string | null, description: string, series: number, images: number, other_studies?: ({ study_uid: string, modality: string, study_date: string | null, description: string, series: number, images: number })[], patient_name: string, birth_date: string | null, person?: number, people?: ({ patientName: string, birthDate: string | null })[], mismatch?: boolean }, report?: { title: string, study_date: string | null, lines: ({ level: number, name: string, text: string })[], cut: boolean, complete: boolean, verified: boolean | null }, person?: { patientName: string, birthDate: string | null }, intake?: { damaged: ({ name: string, reason: string })[], damaged_count: number, left_out: ({ name: string, reason: string })[], left_out_count: number, letters?: ({ name: string, member: number })[], copies?: number, known?: number }, guess?: { medical_kind_code?: "letter" | "op" | "histology" | "laboratory" | "consultation" | "first_aid_certificate" | "medication_plan" | "other" | "ct" | "mri" | "xray" | "sonography" | "other_test", issue_date?: string, source_kind_code?: "hospital" | "doctors_practice" | "outpatient" | "other", source_name?: string } }',
      example: {
        file_name: 'befund.pdf',
        document_medical_kind: 'Arztbrief',
        source_kind: 'Krankenhaus',
        source_name: 'Klinikum Nord',
        pages: 3,
        intake: {
          damaged: [],
          damaged_count: 0,
          left_out: [{ name: 'readme.htm', reason: 'kind' }],
          left_out_count: 1,
        },
      },
      upgrade: ({ intake, ...value }: { intake?: object }) => ({
        ...value,
        ...(intake && { intake: { letters: [], copies: 0, known: 0, ...intake } }),
      }),
    },
    {
      shape:
        '{ file_name: string, document_medical_kind?: string, source_kind?: string, source_name?: string, pages?: number, unopened?: true, form?: true, dicom?: { study_uid: string, modality: string, study_date: string | null, description: string, series: number, images: number, other_studies?: ({ study_uid: string, modality: string, study_date: string | null, description: string, series: number, images: number })[], patient_name: string, birth_date: string | null, person?: number, people?: ({ patientName: string, birthDate: string | null })[], mismatch?: boolean }, report?: { title: string, study_date: string | null, lines: ({ level: number, name: string, text: string })[], cut: boolean, complete: boolean, verified: boolean | null }, person?: { patientName: string, birthDate: string | null }, intake?: { damaged: ({ name: string, reason: string })[], damaged_count: number, left_out: ({ name: string, reason: string })[], left_out_count: number, letters: ({ name: string, member: number })[], copies: number, known: number }, guess?: { medical_kind_code?: "letter" | "op" | "histology" | "laboratory" | "consultation" | "first_aid_certificate" | "medication_plan" | "other" | "ct" | "mri" | "xray" | "sonography" | "other_test", issue_date?: string, source_kind_code?: "hospital" | "doctors_practice" | "outpatient" | "other", source_name?: string } }',
      example: {
        file_name: 'befund.pdf',
        document_medical_kind: 'Arztbrief',
        source_kind: 'Krankenhaus',
        source_name: 'Klinikum Nord',
        pages: 3,
        intake: {
          damaged: [],
          damaged_count: 0,
          left_out: [{ name: 'readme.htm', reason: 'kind' }],
          left_out_count: 1,
          letters: [],
          copies: 0,
          known: 0,
        },
      },
      // Lines of older reports have neither.
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ file_name: string, document_medical_kind?: string, source_kind?: string, source_name?: string, pages?: number, unopened?: true, form?: true, dicom?: { study_uid: string, modality: string, study_date: string | null, description: string, series: number, images: number, other_studies?: ({ study_uid: string, modality: string, study_date: string | null, description: string, series: number, images: number })[], patient_name: string, birth_date: string | null, person?: number, people?: ({ patientName: string, birthDate: string | null })[], mismatch?: boolean }, report?: { title: string, study_date: string | null, lines: ({ level: number, name: string, text: string, measured?: { value: string, unit: string, site: string, tracking: string }, images?: ({ instance: string, frame: number })[] })[], cut: boolean, complete: boolean, verified: boolean | null }, person?: { patientName: string, birthDate: string | null }, intake?: { damaged: ({ name: string, reason: string })[], damaged_count: number, left_out: ({ name: string, reason: string })[], left_out_count: number, letters: ({ name: string, member: number })[], copies: number, known: number }, guess?: { medical_kind_code?: "letter" | "op" | "histology" | "laboratory" | "consultation" | "first_aid_certificate" | "medication_plan" | "other" | "ct" | "mri" | "xray" | "sonography" | "other_test", issue_date?: string, source_kind_code?: "hospital" | "doctors_practice" | "outpatient" | "other", source_name?: string } }',
      example: {
        file_name: 'befund.pdf',
        document_medical_kind: 'Arztbrief',
        source_kind: 'Krankenhaus',
        source_name: 'Klinikum Nord',
        pages: 3,
        report: {
          title: 'Messbericht',
          study_date: '2026-03-02',
          lines: [
            {
              level: 0,
              name: 'Länge',
              text: '12.5 mm',
              measured: { value: '12.5', unit: 'mm', site: 'Leber', tracking: '1' },
              images: [{ instance: '1.2.3.1.1', frame: 1 }],
            },
          ],
          cut: false,
          complete: true,
          verified: null,
        },
        intake: {
          damaged: [],
          damaged_count: 0,
          left_out: [{ name: 'readme.htm', reason: 'kind' }],
          left_out_count: 1,
          letters: [],
          copies: 0,
          known: 0,
        },
      },
    },
  ],
});
export type DocumentSecrets = Sealed<typeof documentSecrets>;
