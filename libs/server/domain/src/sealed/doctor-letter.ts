import { ofWrittenParts } from '@konsil/contracts/requests';
import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import { summarySections, type SummarySection } from '@konsil/contracts/epicrisis';
import * as z from 'zod/mini';
import { exampleAnsweredForm } from './answered-form.ts';
import { answeredQuestion, frozenCode, frozenMeasurement, frozenPin, letterFacts } from './answer.ts';

/** A letter of an answer, or of a released summary, under the key of the doctor who sent it. */
export const doctorLetter = sealedKind({
  name: 'doctor_letter',
  schema: z.extend(letterFacts, {
    answer: z.optional(
      z.object({
        option: z.string(),
        answered_at: z.string(),
        answer: z.string(),
        plain_words: z.optional(z.string()),
        ...ofWrittenParts(() => z.nullable(z.string())),
        question_answers: z.array(answeredQuestion),
        measurements: z.optional(z.array(frozenMeasurement)),
        pins: z.optional(z.array(frozenPin)),
        codes: z.optional(z.array(frozenCode)),
      }),
    ),
    summary: z.optional(
      z.object({
        version: z.number(),
        released_at: z.string(),
        ...(Object.fromEntries(summarySections.map((section) => [section, z.string()])) as Record<
          SummarySection,
          z.ZodMiniString
        >),
        codes: z.optional(z.array(frozenCode)),
      }),
    ),
    proposed: z.array(z.string()),
    appointment_place: z.string(),
  }),
  versions: [
    {
      shape:
        '{ doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null, answer: { option: string, answered_at: string, answer: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[] }, proposed: (string)[], appointment_place: string }',
      example: {
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
        answer: {
          option: 'final_answer',
          answered_at: '2026-11-23T09:30:00.000Z',
          answer: 'Der Befund ist unauffällig.',
          reason: null,
          next_step: null,
          recommended_specialty: null,
          question_answers: [{ question_id: '7a1d', question: 'Muss ich operiert werden?', text: 'Nein.' }],
        },
        proposed: [],
        appointment_place: '',
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null, answer: { option: string, answered_at: string, answer: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[], pins?: ({ number: number, words: string, place: { kind: "page", document_id: string, document_sha256: string, page: number, region: { left: number, top: number, width: number, height: number } | null, document: { medical_kind_code: string | null, issue_date: string | null, source_name: string } } | { kind: "measurement", id: string } })[] }, proposed: (string)[], appointment_place: string }',
      example: {
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
        answer: {
          option: 'final_answer',
          answered_at: '2026-11-23T09:30:00.000Z',
          answer: 'Der Befund ist unauffällig.',
          reason: null,
          next_step: null,
          recommended_specialty: null,
          question_answers: [{ question_id: '7a1d', question: 'Muss ich operiert werden?', text: 'Nein [1].' }],
          pins: [
            {
              number: 1,
              words: 'Der Befund',
              place: {
                kind: 'page',
                document_id: '6a3e0d6f-6a3e-4a55-9a39-0c2e6d0b6f11',
                document_sha256: 'aa',
                page: 1,
                region: null,
                document: { medical_kind_code: 'letter', issue_date: '2026-11-16', source_name: 'Klinikum Südhafen' },
              },
            },
          ],
        },
        proposed: [],
        appointment_place: '',
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null, answer: { option: string, answered_at: string, answer: string, plain_words?: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[], pins?: ({ number: number, words: string, place: { kind: "page", document_id: string, document_sha256: string, page: number, region: { left: number, top: number, width: number, height: number } | null, document: { medical_kind_code: string | null, issue_date: string | null, source_name: string } } | { kind: "measurement", id: string } })[] }, proposed: (string)[], appointment_place: string }',
      example: {
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
        answer: {
          option: 'final_answer',
          answered_at: '2026-11-23T09:30:00.000Z',
          answer: 'Zytologisch benigner Knoten, Bethesda II.',
          plain_words: 'Der Knoten ist gutartig. Sie müssen nicht operiert werden.',
          reason: null,
          next_step: null,
          recommended_specialty: null,
          question_answers: [],
        },
        proposed: [],
        appointment_place: '',
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null, answer: { option: string, answered_at: string, answer: string, plain_words?: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[], pins?: ({ number: number, words: string, place: { kind: "page", document_id: string, document_sha256: string, page: number, region: { left: number, top: number, width: number, height: number } | null, document: { medical_kind_code: string | null, issue_date: string | null, source_name: string } } | { kind: "measurement", id: string } })[], codes?: ({ system: "icd10gm" | "ops", version: string, code: string, title: string, certainty: "G" | "V" | "Z" | "A" | null, side: "R" | "L" | "B" | null })[] }, proposed: (string)[], appointment_place: string }',
      example: {
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
        answer: {
          option: 'final_answer',
          answered_at: '2026-11-23T09:30:00.000Z',
          answer: 'Der Knoten ist gutartig.',
          reason: null,
          next_step: null,
          recommended_specialty: null,
          question_answers: [],
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
        proposed: [],
        appointment_place: '',
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string, logo?: { id: string, alt: string } }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null, recipients?: ({ name: string, addition: string, street: string, place: string })[], medication?: string, medication_list?: { medicines: ({ heading: string, ingredients: ({ name: string, strength: string })[], trade_name: string, pzn: string, form: string, times: { morning: string, noon: string, evening: string, night: string } | null, dose: string, unit: string, hint: string, reason: string })[], notes: ({ heading: string, text: string })[], sources: ({ printed_on: string | null, author: string })[], edited: boolean }, allergies?: string, answer?: { option: string, answered_at: string, answer: string, plain_words?: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[], pins?: ({ number: number, words: string, place: { kind: "page", document_id: string, document_sha256: string, page: number, region: { left: number, top: number, width: number, height: number } | null, document: { medical_kind_code: string | null, issue_date: string | null, source_name: string } } | { kind: "measurement", id: string } })[], codes?: ({ system: "icd10gm" | "ops", version: string, code: string, title: string, certainty: "G" | "V" | "Z" | "A" | null, side: "R" | "L" | "B" | null })[] }, summary?: { version: number, released_at: string, occasion: string, diagnoses: string, course: string, findings: string, assessment: string, recommendation: string, open_questions: string, plain_language: string, codes?: ({ system: "icd10gm" | "ops", version: string, code: string, title: string, certainty: "G" | "V" | "Z" | "A" | null, side: "R" | "L" | "B" | null })[] }, proposed: (string)[], appointment_place: string }',
      example: {
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
        answer: {
          option: 'final_answer',
          answered_at: '2026-11-23T09:30:00.000Z',
          answer: 'Der Knoten ist gutartig.',
          reason: null,
          next_step: null,
          recommended_specialty: null,
          question_answers: [],
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
        proposed: [],
        appointment_place: '',
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string, logo?: { id: string, alt: string } }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null, recipients?: ({ name: string, addition: string, street: string, place: string })[], medication?: string, medication_list?: { medicines: ({ heading: string, ingredients: ({ name: string, strength: string })[], trade_name: string, pzn: string, form: string, times: { morning: string, noon: string, evening: string, night: string } | null, dose: string, unit: string, hint: string, reason: string })[], notes: ({ heading: string, text: string })[], sources: ({ printed_on: string | null, author: string })[], edited: boolean }, allergies?: string, specialty_forms?: ({ doctor: { id: string, name: string }, version: number, fields: ({ id: string, kind: "text" | "long_text" | "number" | "date" | "one_of" | "several_of" | "yes_no", label_de: string, label_en: string, help_de: string, help_en: string, required: boolean, unit: string, min: string, max: string, choices: ({ id: string, label_de: string, label_en: string })[] })[], answers: { [string]: string | (string)[] } })[], answer?: { option: string, answered_at: string, answer: string, plain_words?: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string })[], measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[], pins?: ({ number: number, words: string, place: { kind: "page", document_id: string, document_sha256: string, page: number, region: { left: number, top: number, width: number, height: number } | null, document: { medical_kind_code: string | null, issue_date: string | null, source_name: string } } | { kind: "measurement", id: string } })[], codes?: ({ system: "icd10gm" | "ops", version: string, code: string, title: string, certainty: "G" | "V" | "Z" | "A" | null, side: "R" | "L" | "B" | null })[] }, summary?: { version: number, released_at: string, occasion: string, diagnoses: string, course: string, findings: string, assessment: string, recommendation: string, open_questions: string, plain_language: string, codes?: ({ system: "icd10gm" | "ops", version: string, code: string, title: string, certainty: "G" | "V" | "Z" | "A" | null, side: "R" | "L" | "B" | null })[] }, proposed: (string)[], appointment_place: string }',
      example: {
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
        answer: {
          option: 'final_answer',
          answered_at: '2026-11-23T09:30:00.000Z',
          answer: 'Der Knoten ist gutartig.',
          reason: null,
          next_step: null,
          recommended_specialty: null,
          question_answers: [],
        },
        proposed: [],
        appointment_place: '',
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ doctor: { name: string, specialty: string, city: string }, practice: { name: string, address: string, phone: string, email: string, lanr: string, bsnr: string, logo?: { id: string, alt: string } }, patient: { name: string, listed: string, born: string, street: string, place: string }, case_name: string, diagnosis: string, asked_at: string, documents: number, recommended: { name: string, specialty: string, city: string } | null, todo: { code: string, title: string, content: string, deadline: string } | null, recipients?: ({ name: string, addition: string, street: string, place: string })[], medication?: string, medication_list?: { medicines: ({ heading: string, ingredients: ({ name: string, strength: string })[], trade_name: string, pzn: string, form: string, times: { morning: string, noon: string, evening: string, night: string } | null, dose: string, unit: string, hint: string, reason: string })[], notes: ({ heading: string, text: string })[], sources: ({ printed_on: string | null, author: string })[], edited: boolean }, allergies?: string, specialty_forms?: ({ doctor: { id: string, name: string }, version: number, fields: ({ id: string, kind: "text" | "long_text" | "number" | "date" | "one_of" | "several_of" | "yes_no", label_de: string, label_en: string, help_de: string, help_en: string, required: boolean, unit: string, min: string, max: string, choices: ({ id: string, label_de: string, label_en: string })[] })[], answers: { [string]: string | (string)[] } })[], answer?: { option: string, answered_at: string, answer: string, plain_words?: string, reason: string | null, next_step: string | null, recommended_specialty: string | null, question_answers: ({ question_id: string, question: string, text: string, plain_words?: string })[], measurements?: ({ id: string, kind: "length" | "bidirectional" | "angle" | "cobb" | "ellipse" | "rectangle" | "arrow", study: string, series: string, instance: string, frame: number, points: ([number, number])[], name: string, window: { center: number, width: number } | null, numbers: ({ of: "length" | "long_axis" | "short_axis" | "angle" | "cobb" | "area" | "mean" | "deviation", value: number, unit: "mm" | "mm2" | "deg" | "HU" | "px" })[], image: { document_id: string, document_sha256: string, sha256: string | null, modality: string, study_date: string | null, series_number: number | null, number: number | null, frames: number } })[], pins?: ({ number: number, words: string, place: { kind: "page", document_id: string, document_sha256: string, page: number, region: { left: number, top: number, width: number, height: number } | null, document: { medical_kind_code: string | null, issue_date: string | null, source_name: string } } | { kind: "measurement", id: string } })[], codes?: ({ system: "icd10gm" | "ops", version: string, code: string, title: string, certainty: "G" | "V" | "Z" | "A" | null, side: "R" | "L" | "B" | null })[] }, summary?: { version: number, released_at: string, occasion: string, diagnoses: string, course: string, findings: string, assessment: string, recommendation: string, open_questions: string, plain_language: string, codes?: ({ system: "icd10gm" | "ops", version: string, code: string, title: string, certainty: "G" | "V" | "Z" | "A" | null, side: "R" | "L" | "B" | null })[] }, proposed: (string)[], appointment_place: string }',
      example: {
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
        answer: {
          option: 'final_answer',
          answered_at: '2026-11-23T09:30:00.000Z',
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
        },
        proposed: [],
        appointment_place: '',
      },
    },
  ],
});
export type DoctorLetter = Sealed<typeof doctorLetter>;
