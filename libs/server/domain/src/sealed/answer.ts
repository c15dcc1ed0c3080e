import { bodySides, certainties, codeSystems } from '@konsil/contracts/medical-codes';
import { measuredThings, measuredUnits, measurementKinds } from '@konsil/contracts/measurements';
import { ofWrittenParts } from '@konsil/contracts/requests';
import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';
import { exampleAnsweredForm, sealedAnsweredForm } from './answered-form.ts';
import { sealedMedicationList } from './medication-list.ts';

const colleague = z.object({ name: z.string(), specialty: z.string(), city: z.string() });
/** The contents of a letter beside the answer itself: kept with the answer, because accounts, records and cases change. */
export const letterFacts = z.object({
  doctor: colleague,
  practice: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
    lanr: z.string(),
    bsnr: z.string(),
    /** Missing if the practice had none. */
    logo: z.optional(z.object({ id: z.string(), alt: z.string() })),
  }),
  patient: z.object({
    name: z.string(),
    listed: z.string(),
    born: z.string(),
    street: z.string(),
    place: z.string(),
  }),
  case_name: z.string(),
  diagnosis: z.string(),
  asked_at: z.string(),
  documents: z.number(),
  recommended: z.nullable(colleague),
  todo: z.nullable(z.object({ code: z.string(), title: z.string(), content: z.string(), deadline: z.string() })),
  /** Further recipients; older letters have none. */
  recipients: z.optional(
    z.array(z.object({ name: z.string(), addition: z.string(), street: z.string(), place: z.string() })),
  ),
  /** As the patient gave them with the request; older letters have none. */
  medication: z.optional(z.string()),
  medication_list: z.optional(sealedMedicationList),
  allergies: z.optional(z.string()),
  /** The answered forms of the case; older letters have none. */
  specialty_forms: z.optional(z.array(sealedAnsweredForm)),
});
export type LetterFacts = z.infer<typeof letterFacts>;

/** A measurement as it was sent: its points, its numbers, and the image with the sums of the files it came in. */
export const frozenMeasurement = z.object({
  id: z.string(),
  kind: z.enum(measurementKinds),
  study: z.string(),
  series: z.string(),
  instance: z.string(),
  frame: z.number(),
  points: z.array(z.tuple([z.number(), z.number()])),
  name: z.string(),
  window: z.nullable(z.object({ center: z.number(), width: z.number() })),
  numbers: z.array(z.object({ of: z.enum(measuredThings), value: z.number(), unit: z.enum(measuredUnits) })),
  image: z.object({
    document_id: z.string(),
    document_sha256: z.string(),
    sha256: z.nullable(z.string()),
    modality: z.string(),
    study_date: z.nullable(z.string()),
    series_number: z.nullable(z.number()),
    number: z.nullable(z.number()),
    frames: z.number(),
  }),
});
export type FrozenMeasurement = z.infer<typeof frozenMeasurement>;

/** A pin as it was sent: on a page of a document with the sum of its file, or a measurement of the answer. */
export const frozenPin = z.object({
  number: z.number(),
  words: z.string(),
  place: z.union([
    z.object({
      kind: z.literal('page'),
      document_id: z.string(),
      document_sha256: z.string(),
      page: z.number(),
      region: z.nullable(z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })),
      document: z.object({
        medical_kind_code: z.nullable(z.string()),
        issue_date: z.nullable(z.string()),
        source_name: z.string(),
      }),
    }),
    z.object({ kind: z.literal('measurement'), id: z.string() }),
  ]),
});
export type FrozenPin = z.infer<typeof frozenPin>;

/** A code as it was chosen, with the title that its list had then. */
export const frozenCode = z.object({
  system: z.enum(codeSystems),
  version: z.string(),
  code: z.string(),
  title: z.string(),
  certainty: z.nullable(z.enum(certainties)),
  side: z.nullable(z.enum(bodySides)),
});
export type FrozenCode = z.infer<typeof frozenCode>;

/** An answered question, with the answer in plain words if the doctor wrote them. */
export const answeredQuestion = z.object({
  question_id: z.string(),
  question: z.string(),
  text: z.string(),
  plain_words: z.optional(z.string()),
});

/** The texts of an answer. */
export const answerTexts = sealedKind({
  name: 'answer',
  schema: z.object({
    answer: z.string(),
    /** Missing if the doctor wrote none. */
    plain_words: z.optional(z.string()),
    ...ofWrittenParts(() => z.nullable(z.string())),
    question_answers: z.array(answeredQuestion),
    appointment_place: z.string(),
    /** Answers that are older than this member have none. */
    letter: z.optional(letterFacts),
    /** Answers that are older than this member have none. */
    measurements: z.optional(z.array(frozenMeasurement)),
    pins: z.optional(z.array(frozenPin)),
    codes: z.optional(z.array(frozenCode)),
  }),
  versions: [
    {
      shape:
        '{ answer: string, reason?: string | null, next_step?: string | null, recommended_specialty?: string | null, question_answers: ({ question_id: string, question: string, text: string })[], appointment_place: string }',
      example: { answer: 'Der Befund ist unauffällig.', question_answers: [], appointment_place: '' },
      // The first answers have no member for parts that were added later.
      upgrade: (value: object) => ({ ...ofWrittenParts(() => null), ...value }),
    },
    {
      shape:
        '{ answer: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], appointment_place: string }',
      example: {
        answer: 'Der Befund ist unauffällig.',
        reason: null,
        next_step: 'Kontrolle in sechs Monaten',
        recommended_specialty: null,
        question_answers: [{ question_id: '7a1d', question: 'Muss ich operiert werden?', text: 'Nein.' }],
        appointment_place: '',
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ answer: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], appointment_place: string, letter?: { doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null } }',
      example: {
        answer: 'Der Befund ist unauffällig.',
        reason: null,
        next_step: null,
        recommended_specialty: null,
        question_answers: [],
        appointment_place: '',
        letter: {
          doctor: { name: 'Dr. Elif Sandberg', specialty: 'Endokrine Chirurgie', city: 'Köln' },
          practice: { name: '', address: '', phone: '', email: '', lanr: '', bsnr: '' },
          patient: {
            name: 'Miriam Adler',
            listed: 'Adler, Miriam',
            born: '1984-03-12',
            street: 'Lindenallee 18',
            place: '50968 Köln',
          },
          case_name: 'Knoten',
          diagnosis: 'Knoten der Schilddrüse',
          asked_at: '2026-11-20T10:00:00.000Z',
          documents: 2,
          recommended: null,
          todo: { code: 'other', title: 'Blutbild', content: 'Blutbild', deadline: '2026-11-30' },
        },
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ answer: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], appointment_place: string, letter?: { doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null }, measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[] }',
      example: {
        answer: 'Der Knoten ist gewachsen.',
        reason: null,
        next_step: null,
        recommended_specialty: null,
        question_answers: [],
        appointment_place: '',
        measurements: [
          {
            id: '0d6f2c0e-6a3e-4a55-9a39-0c2e6d0b6f11',
            kind: 'length',
            study: '1.2.9.8',
            series: '1.2.3',
            instance: '1.2.3.4',
            frame: 1,
            points: [
              [1, 2],
              [30.5, 40.25],
            ],
            name: 'Tumor Nebenniere links',
            window: { center: 40, width: 400 },
            numbers: [{ of: 'length', value: 34.2, unit: 'mm' }],
            image: {
              document_id: '6a3e0d6f-6a3e-4a55-9a39-0c2e6d0b6f11',
              document_sha256: 'aa',
              sha256: 'bb',
              modality: 'CT',
              study_date: '2026-11-12',
              series_number: 3,
              number: 62,
              frames: 1,
            },
          },
        ],
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ answer: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], appointment_place: string, letter?: { doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null }, measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[], pins?: ({ number: number, words: string, place: { kind: "page", document_id: string, document_sha256: string, page: number, region: { left: number, top: number, width: number, height: number } | null, document: { medical_kind_code: string | null, issue_date: string | null, source_name: string } } | { kind: "measurement", id: string } })[] }',
      example: {
        answer: 'Ihr Cortisol sinkt nicht weit genug ab [1].',
        reason: null,
        next_step: null,
        recommended_specialty: null,
        question_answers: [],
        appointment_place: '',
        pins: [
          {
            number: 1,
            words: 'Der Wert nach der Tablette',
            place: {
              kind: 'page',
              document_id: '6a3e0d6f-6a3e-4a55-9a39-0c2e6d0b6f11',
              document_sha256: 'aa',
              page: 1,
              region: { left: 0.1, top: 0.4, width: 0.8, height: 0.05 },
              document: {
                medical_kind_code: 'laboratory',
                issue_date: '2026-11-16',
                source_name: 'Labor am Rheinauhafen',
              },
            },
          },
        ],
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ answer: string, plain_words?: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], appointment_place: string, letter?: { doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null }, measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[], pins?: ({ number: number, words: string, place: { kind: "page", document_id: string, document_sha256: string, page: number, region: { left: number, top: number, width: number, height: number } | null, document: { medical_kind_code: string | null, issue_date: string | null, source_name: string } } | { kind: "measurement", id: string } })[] }',
      example: {
        answer: 'Zytologisch benigner Knoten, Bethesda II.',
        plain_words: 'Der Knoten ist gutartig. Sie müssen nicht operiert werden.',
        reason: null,
        next_step: null,
        recommended_specialty: null,
        question_answers: [],
        appointment_place: '',
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ answer: string, plain_words?: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], appointment_place: string, letter?: { doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null }, measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[], pins?: ({ number: number, words: string, place: { kind: "page", document_id: string, document_sha256: string, page: number, region: { left: number, top: number, width: number, height: number } | null, document: { medical_kind_code: string | null, issue_date: string | null, source_name: string } } | { kind: "measurement", id: string } })[], codes?: ({ system: "icd10gm" | "ops", version: string, code: string, title: string, certainty: "G" | "V" | "Z" | "A" | null, side: "R" | "L" | "B" | null })[] }',
      example: {
        answer: 'Der Knoten ist gutartig.',
        reason: null,
        next_step: null,
        recommended_specialty: null,
        question_answers: [],
        appointment_place: '',
        codes: [
          {
            system: 'icd10gm',
            version: '2026',
            code: 'E04.1',
            title: 'Nichttoxischer solitärer Schilddrüsenknoten',
            certainty: 'G',
            side: 'R',
          },
        ],
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ answer: string, plain_words?: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], appointment_place: string, letter?: { doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string, logo?: { id: string, alt: string } }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null, recipients?: ({ name: string, addition: string, street: string, place: string })[], medication?: string, medication_list?: { medicines: ({ heading: string, ingredients: ({ name: string, strength: string })[], trade_name: string, pzn: string, form: string, times: { morning: string, noon: string, evening: string, night: string } | null, dose: string, unit: string, hint: string, reason: string })[], notes: ({ heading: string, text: string })[], sources: ({ printed_on: string | null, author: string })[], edited: boolean }, allergies?: string }, measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[], pins?: ({ number: number, words: string, place: { kind: "page", document_id: string, document_sha256: string, page: number, region: { left: number, top: number, width: number, height: number } | null, document: { medical_kind_code: string | null, issue_date: string | null, source_name: string } } | { kind: "measurement", id: string } })[], codes?: ({ system: "icd10gm" | "ops", version: string, code: string, title: string, certainty: "G" | "V" | "Z" | "A" | null, side: "R" | "L" | "B" | null })[] }',
      example: {
        answer: 'Der Knoten ist gutartig.',
        reason: null,
        next_step: null,
        recommended_specialty: null,
        question_answers: [],
        appointment_place: '',
        codes: [
          {
            system: 'icd10gm',
            version: '2026',
            code: 'E04.1',
            title: 'Nichttoxischer solitärer Schilddrüsenknoten',
            certainty: 'G',
            side: 'R',
          },
        ],
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ answer: string, plain_words?: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], appointment_place: string, letter?: { doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string, logo?: { id: string, alt: string } }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null, recipients?: ({ name: string, addition: string, street: string, place: string })[], medication?: string, medication_list?: { medicines: ({ heading: string, ingredients: ({ name: string, strength: string })[], trade_name: string, pzn: string, form: string, times: { morning: string, noon: string, evening: string, night: string } | null, dose: string, unit: string, hint: string, reason: string })[], notes: ({ heading: string, text: string })[], sources: ({ printed_on: string | null, author: string })[], edited: boolean }, allergies?: string, specialty_forms?: ({ doctor: { id: string, name: string }, version: number, fields: ({ id: string, kind: "text" | "long_text" | "number" | "date" | "one_of" | "several_of" | "yes_no", label_de: string, label_en: string, help_de: string, help_en: string, required: boolean, unit: string, min: string, max: string, choices: ({ id: string, label_de: string, label_en: string })[] })[], answers: { [string]: string | (string)[] } })[] }, measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[], pins?: ({ number: number, words: string, place: { kind: "page", document_id: string, document_sha256: string, page: number, region: { left: number, top: number, width: number, height: number } | null, document: { medical_kind_code: string | null, issue_date: string | null, source_name: string } } | { kind: "measurement", id: string } })[], codes?: ({ system: "icd10gm" | "ops", version: string, code: string, title: string, certainty: "G" | "V" | "Z" | "A" | null, side: "R" | "L" | "B" | null })[] }',
      example: {
        answer: 'Der Knoten ist gutartig.',
        reason: null,
        next_step: null,
        recommended_specialty: null,
        question_answers: [],
        appointment_place: '',
        letter: {
          doctor: { name: 'Dr. Elif Sandberg', specialty: 'Endokrine Chirurgie', city: 'Köln' },
          practice: { name: '', address: '', phone: '', email: '', lanr: '', bsnr: '' },
          patient: {
            name: 'Miriam Adler',
            listed: 'Adler, Miriam',
            born: '1984-03-12',
            street: 'Lindenallee 18',
            place: '50968 Köln',
          },
          case_name: 'Knoten',
          diagnosis: 'Knoten der Schilddrüse',
          asked_at: '2026-11-20T10:00:00.000Z',
          documents: 2,
          recommended: null,
          todo: null,
          specialty_forms: [exampleAnsweredForm],
        },
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ answer: string, plain_words?: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string, plain_words?: string })[], appointment_place: string, letter?: { doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string, logo?: { id: string, alt: string } }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null, recipients?: ({ name: string, addition: string, street: string, place: string })[], medication?: string, medication_list?: { medicines: ({ heading: string, ingredients: ({ name: string, strength: string })[], trade_name: string, pzn: string, form: string, times: { morning: string, noon: string, evening: string, night: string } | null, dose: string, unit: string, hint: string, reason: string })[], notes: ({ heading: string, text: string })[], sources: ({ printed_on: string | null, author: string })[], edited: boolean }, allergies?: string, specialty_forms?: ({ doctor: { id: string, name: string }, version: number, fields: ({ id: string, kind: "text" | "long_text" | "number" | "date" | "one_of" | "several_of" | "yes_no", label_de: string, label_en: string, help_de: string, help_en: string, required: boolean, unit: string, min: string, max: string, choices: ({ id: string, label_de: string, label_en: string })[] })[], answers: { [string]: string | (string)[] } })[] }, measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[], pins?: ({ number: number, words: string, place: { kind: "page", document_id: string, document_sha256: string, page: number, region: { left: number, top: number, width: number, height: number } | null, document: { medical_kind_code: string | null, issue_date: string | null, source_name: string } } | { kind: "measurement", id: string } })[], codes?: ({ system: "icd10gm" | "ops", version: string, code: string, title: string, certainty: "G" | "V" | "Z" | "A" | null, side: "R" | "L" | "B" | null })[] }',
      example: {
        answer: 'Der Knoten ist gutartig.',
        reason: null,
        next_step: null,
        recommended_specialty: null,
        question_answers: [
          {
            question_id: '7a1d',
            question: 'Muss ich operiert werden?',
            text: 'Nein, Bethesda II.',
            plain_words: 'Nein. Der Knoten ist gutartig.',
          },
        ],
        appointment_place: '',
      },
    },
  ],
});
export type AnswerTexts = Sealed<typeof answerTexts>;
