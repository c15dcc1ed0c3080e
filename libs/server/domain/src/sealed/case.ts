import { anamnesisTopics, type AnamnesisTopic } from '@konsil/contracts/codes';
import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';
import { exampleAnsweredForm, sealedAnsweredForm } from './answered-form.ts';
import { exampleMedicationList, sealedMedicationList } from './medication-list.ts';

/** The content of a case row, under the patient's key. */
export const caseTexts = sealedKind({
  name: 'case',
  schema: z.object({
    case_name: z.string(),
    diagnosis: z.string(),
    medical_history: z.string(),
    anamnesis: z.object(
      Object.fromEntries(anamnesisTopics.map((topic) => [topic, z.string()])) as Record<
        AnamnesisTopic,
        z.ZodMiniString
      >,
    ),
    /** Not inside `anamnesis`: servers of the previous release keep unknown members beside it when they save a form. */
    medication_list: z.nullable(sealedMedicationList),
    /** The case's version of the last change of its general forms. */
    forms_version: z.number(),
    /** Missing where letters go to the patient alone. */
    recipients: z.optional(
      z.array(z.object({ name: z.string(), addition: z.string(), street: z.string(), place: z.string() })),
    ),
    /** One for each doctor whose form was answered; missing if there are none. */
    specialty_forms: z.optional(z.array(sealedAnsweredForm)),
  }),
  versions: [
    {
      shape:
        '{ case_name: string, diagnosis: string, medical_history: string, anamnesis: { medication: string, allergies: string, previous_illnesses: string, operations: string, family_history: string, lifestyle: string }, forms_version: number }',
      example: {
        case_name: 'Knie',
        diagnosis: 'Meniskusriss',
        medical_history: 'Seit drei Monaten Schmerzen.',
        anamnesis: {
          medication: '',
          allergies: 'Penicillin',
          previous_illnesses: '',
          operations: '',
          family_history: '',
          lifestyle: '',
        },
        forms_version: 1,
      },
      upgrade: (value: object) => ({ medication_list: null, ...value }),
    },
    {
      shape:
        '{ case_name: string, diagnosis: string, medical_history: string, anamnesis: { medication: string, allergies: string, previous_illnesses: string, operations: string, family_history: string, lifestyle: string }, medication_list: { medicines: ({ heading: string, ingredients: ({ name: string, strength: string })[], trade_name: string, pzn: string, form: string, times: { morning: string, noon: string, evening: string, night: string } | null, dose: string, unit: string, hint: string, reason: string })[], notes: ({ heading: string, text: string })[], sources: ({ printed_on: string | null, author: string })[], edited: boolean } | null, forms_version: number }',
      example: {
        case_name: 'Knie',
        diagnosis: 'Meniskusriss',
        medical_history: 'Seit drei Monaten Schmerzen.',
        anamnesis: {
          medication: '',
          allergies: 'Penicillin',
          previous_illnesses: '',
          operations: '',
          family_history: '',
          lifestyle: '',
        },
        medication_list: exampleMedicationList,
        forms_version: 1,
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ case_name: string, diagnosis: string, medical_history: string, anamnesis: { medication: string, allergies: string, previous_illnesses: string, operations: string, family_history: string, lifestyle: string }, medication_list: { medicines: ({ heading: string, ingredients: ({ name: string, strength: string })[], trade_name: string, pzn: string, form: string, times: { morning: string, noon: string, evening: string, night: string } | null, dose: string, unit: string, hint: string, reason: string })[], notes: ({ heading: string, text: string })[], sources: ({ printed_on: string | null, author: string })[], edited: boolean } | null, forms_version: number, recipients?: ({ name: string, addition: string, street: string, place: string })[] }',
      example: {
        case_name: 'Knie',
        diagnosis: 'Meniskusriss',
        medical_history: 'Seit drei Monaten Schmerzen.',
        anamnesis: {
          medication: '',
          allergies: 'Penicillin',
          previous_illnesses: '',
          operations: '',
          family_history: '',
          lifestyle: '',
        },
        medication_list: null,
        forms_version: 1,
        recipients: [
          { name: 'Dr. Karin Hollweg', addition: 'Hausärztliche Praxis', street: 'Lindenallee 7', place: '50968 Köln' },
        ],
      },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ case_name: string, diagnosis: string, medical_history: string, anamnesis: { medication: string, allergies: string, previous_illnesses: string, operations: string, family_history: string, lifestyle: string }, medication_list: { medicines: ({ heading: string, ingredients: ({ name: string, strength: string })[], trade_name: string, pzn: string, form: string, times: { morning: string, noon: string, evening: string, night: string } | null, dose: string, unit: string, hint: string, reason: string })[], notes: ({ heading: string, text: string })[], sources: ({ printed_on: string | null, author: string })[], edited: boolean } | null, forms_version: number, recipients?: ({ name: string, addition: string, street: string, place: string })[], specialty_forms?: ({ doctor: { id: string, name: string }, version: number, fields: ({ id: string, kind: "text" | "long_text" | "number" | "date" | "one_of" | "several_of" | "yes_no", label_de: string, label_en: string, help_de: string, help_en: string, required: boolean, unit: string, min: string, max: string, choices: ({ id: string, label_de: string, label_en: string })[] })[], answers: { [string]: string | (string)[] } })[] }',
      example: {
        case_name: 'Knie',
        diagnosis: 'Meniskusriss',
        medical_history: 'Seit drei Monaten Schmerzen.',
        anamnesis: {
          medication: '',
          allergies: 'Penicillin',
          previous_illnesses: '',
          operations: '',
          family_history: '',
          lifestyle: '',
        },
        medication_list: null,
        forms_version: 1,
        specialty_forms: [exampleAnsweredForm],
      },
    },
  ],
});
export type CaseTexts = Sealed<typeof caseTexts>;
