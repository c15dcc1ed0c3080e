import * as z from 'zod/mini';
import { caseSummarySchema } from './cases.ts';
import { givenIdSchema, idParams, idSchema, listQuery, momentSchema, pageOf } from './common.ts';
import { patientNameSchema } from './patients.ts';
import { casePoolSchema } from './pool-states.ts';
import { readableCase } from './readable-case.ts';
import { defineRoute } from './route.ts';

/** A clinic of the doctor that takes cases together. */
export const poolSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The cases that nobody has taken. */
  cases: z.int(),
  /** The other doctors, to whom a case can be assigned. */
  colleagues: z.array(z.object({ id: idSchema, name: z.string(), specialty: z.string() })),
});
export type Pool = z.infer<typeof poolSchema>;

/** A case in a pool: `id` identifies its pool entry, which ends when a doctor takes the case. */
export const pooledCaseSchema = z.object({
  id: idSchema,
  case: caseSummarySchema,
  put_by: z.string(),
  put_at: momentSchema,
  /** True if the reader put it there; they keep the case until a colleague takes it. */
  mine: z.boolean(),
});
export type PooledCase = z.infer<typeof pooledCaseSchema>;

export const pooledCasePageSchema = z.object({
  id: idSchema,
  case_name: z.string(),
  patient: patientNameSchema,
  clinic: z.object({ id: idSchema, name: z.string() }),
  put_by: z.string(),
  put_at: momentSchema,
  /** The case id, if the reader is its doctor; colleagues cannot open its page. */
  mine_case_id: z.optional(idSchema),
  /** The day by which the patient was promised an answer. */
  answer_due_on: z.nullable(z.iso.date()),
  ...readableCase,
});
export type PooledCasePage = z.infer<typeof pooledCasePageSchema>;

/** The doctor who took the case first: `current` of the problem `pool_taken`. */
export const takenBySchema = z.object({ taken_by: z.string() });

export const assignSchema = z.object({ colleague: givenIdSchema('doctorMissing') });

export const poolRoutes = {
  listPools: defineRoute({
    method: 'GET',
    path: '/api/pools',
    summary: 'The clinics of the doctor whose doctors take cases together',
    response: z.array(poolSchema),
  }),
  listPooledCases: defineRoute({
    method: 'GET',
    path: '/api/pools/:id/cases',
    summary: 'The cases in the pool of a clinic, those that wait longest first',
    params: idParams,
    query: z.omit(z.object(listQuery), { archived: true }),
    response: pageOf(pooledCaseSchema),
  }),
  getPooledCase: defineRoute({
    method: 'GET',
    path: '/api/pooled/:id',
    summary: 'A case in a pool, to decide who takes it',
    params: idParams,
    response: pooledCasePageSchema,
  }),
  takePooledCase: defineRoute({
    method: 'POST',
    path: '/api/pooled/:id/take',
    summary: 'Take a case from the pool; 409 `pool_taken` with the name of who was quicker',
    params: idParams,
    response: caseSummarySchema,
  }),
  assignPooledCase: defineRoute({
    method: 'POST',
    path: '/api/pooled/:id/assign',
    summary: 'Give a case of the pool to a doctor of the clinic',
    params: idParams,
    body: assignSchema,
    response: z.object({ doctor: z.string() }),
  }),
  putIntoPool: defineRoute({
    method: 'PUT',
    path: '/api/process/:id/pool',
    summary: 'Put a case into the pool of a clinic whose doctors the patient lets answer, or give it back there',
    params: idParams,
    body: z.object({ clinic: givenIdSchema() }),
    response: casePoolSchema,
  }),
  takeOutOfPool: defineRoute({
    method: 'POST',
    path: '/api/process/:id/pool/end',
    summary: 'Keep a case that nobody has taken',
    params: idParams,
    response: casePoolSchema,
  }),
  allowPool: defineRoute({
    method: 'PUT',
    path: '/api/process/:id/pool/consent',
    summary: 'Let the other doctors of a clinic answer a case, too, or no longer',
    params: idParams,
    body: z.object({ clinic: givenIdSchema(), allows: z.boolean() }),
    response: z.nullable(casePoolSchema),
  }),
};
