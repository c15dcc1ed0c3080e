// @bundle route
import {
  epicrisisContentSchema,
  writtenEpicrisisSchema,
  type EpicrisisContent,
  type EpicrisisVersion,
} from '@konsil/contracts/epicrisis';
import { givenCodesSchema, medicalCodeSchema, toGivenCode, type MedicalCode } from '@konsil/contracts/medical-codes';
import * as z from 'zod/mini';

/** The content of a version: its sections and its codes. */
export type WrittenEpicrisis = EpicrisisContent & { codes: MedicalCode[] };
export const writtenOf = ({ content, codes = [] }: Pick<EpicrisisVersion, 'content' | 'codes'>): WrittenEpicrisis => ({
  ...content,
  codes,
});

export const emptyEpicrisis: EpicrisisContent = {
  occasion: '',
  diagnoses: '',
  course: '',
  findings: '',
  assessment: '',
  recommendation: '',
  open_questions: '',
  plain_language: '',
};

/** The form of a summary, with the rules of what is sent. */
export const epicrisisFormSchema = z
  .extend(epicrisisContentSchema, { codes: z.array(medicalCodeSchema) })
  .check((context) => {
    const { codes, ...content } = context.value;
    const issues = [
      ...(writtenEpicrisisSchema.safeParse(content).error?.issues ?? []),
      ...(givenCodesSchema.safeParse(codes.map(toGivenCode)).error?.issues ?? []).map(({ path, message }) => ({
        path: ['codes', ...path],
        message,
      })),
    ];
    for (const { path, message } of issues)
      context.issues.push({ code: 'custom', input: context.value, path: [...path], message });
  });
