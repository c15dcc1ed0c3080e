import * as z from 'zod/mini';
import { defineRoute } from './route.ts';

/** The German classifications of diagnoses and of procedures, which the operator imports. */
export const codeSystems = ['icd10gm', 'ops'] as const;
export type CodeSystem = (typeof codeSystems)[number];
/** The certainty of a diagnosis in outpatient care: confirmed, suspected, state after it, excluded. */
export const certainties = ['G', 'V', 'Z', 'A'] as const;
export type Certainty = (typeof certainties)[number];
export const bodySides = ['R', 'L', 'B'] as const;
export type BodySide = (typeof bodySides)[number];
export const mostCodes = 30;

/** A year: each version of a list is valid for one. */
export const codeVersion = z.string().check(z.regex(/^\d{4}$/));

/** A code of an imported list. `additional`: only beside another diagnosis (asterisk and exclamation mark codes). */
export const listedCodeSchema = z.object({
  system: z.enum(codeSystems),
  version: codeVersion,
  code: z.string(),
  title: z.string(),
  additional: z.boolean(),
});
export type ListedCode = z.infer<typeof listedCodeSchema>;

/** A code that a doctor chose, with the title of its version: it stays readable when later versions do not have it. */
export const medicalCodeSchema = z.object({
  system: z.enum(codeSystems),
  version: codeVersion,
  code: z.string(),
  title: z.string(),
  /** Only diagnoses have it. */
  certainty: z.nullable(z.enum(certainties)),
  side: z.nullable(z.enum(bodySides)),
});
export type MedicalCode = z.infer<typeof medicalCodeSchema>;

const givenCode = z
  .object({
    system: z.enum(codeSystems),
    version: codeVersion,
    code: z.string().check(z.maxLength(12)),
    certainty: z.nullable(z.enum(certainties)),
    side: z.nullable(z.enum(bodySides)),
  })
  .check(
    z.refine(({ system, certainty }) => system !== 'icd10gm' || certainty !== null, {
      error: 'certaintyMissing',
      path: ['certainty'],
    }),
    z.refine(({ system, certainty }) => system === 'icd10gm' || certainty === null, {
      error: 'invalid',
      path: ['certainty'],
    }),
  );
type GivenKey = Pick<MedicalCode, 'system' | 'code'>;
export const isSameCode = (one: GivenKey, other: GivenKey): boolean =>
  one.system === other.system && one.code === other.code;
/** The codes of an answer or summary as they are sent. The server takes their titles from the imported list. */
export const givenCodesSchema = z.array(givenCode).check(
  z.maxLength(mostCodes, 'tooMany'),
  z.refine(
    (codes) => codes.every((code, at) => codes.findIndex((other) => isSameCode(code, other)) === at),
    'codeTwice',
  ),
);
export type GivenCode = z.infer<typeof givenCode>;

/** A chosen code as it is sent. */
export const toGivenCode = ({ system, version, code, certainty, side }: MedicalCode): GivenCode => ({
  system,
  version,
  code,
  certainty,
  side,
});

/** The versions that are valid now; none before the operator has imported one. */
export const codeListsSchema = z.array(z.object({ system: z.enum(codeSystems), version: codeVersion }));

export const medicalCodeRoutes = {
  getCodeLists: defineRoute({
    method: 'GET',
    path: '/api/codes',
    summary: 'The imported code lists that are valid this year',
    response: codeListsSchema,
  }),
  // The words that are searched for may be a patient's diagnosis, which stands in no URL.
  searchCodes: defineRoute({
    method: 'POST',
    path: '/api/codes/search',
    summary: 'Find codes by code or words',
    body: z.object({ text: z.string().check(z.maxLength(200)) }),
    response: z.array(listedCodeSchema),
  }),
};
