import * as z from 'zod/mini';
import { locales } from './codes.ts';
import { idParams, idSchema } from './common.ts';
import { ownPasswordBody } from './privacy.ts';
import { defineRoute } from './route.ts';

/** A file of a whole case or person. `dossier`: a PDF with every page. */
export const takeAwayKinds = ['dossier'] as const;
export type TakeAwayKind = (typeof takeAwayKinds)[number];

export const takeAwaySchema = z.object({
  id: idSchema,
  kind: z.enum(takeAwayKinds),
  /** `failed`: made again by a new request. */
  state: z.enum(['making', 'ready', 'failed']),
  /** The pages that are drawn, of all; 0 of 0 without documents. */
  done: z.int(),
  total: z.int(),
  /** Once it is ready: its URL for this session, for an hour. */
  Filelocation: z.nullable(z.string()),
  size: z.nullable(z.int()),
});
export type TakeAway = z.infer<typeof takeAwaySchema>;

const order = z.extend(ownPasswordBody, { kind: z.enum(takeAwayKinds), language: z.enum(locales) });
export type TakeAwayOrder = z.infer<typeof order>;

export const takeAwayRoutes = {
  takePatientAway: defineRoute({
    method: 'POST',
    path: '/api/patients/:id/take-away',
    summary: "Starts a file of a person's whole record, for the patient",
    status: 202,
    params: idParams,
    body: order,
    response: takeAwaySchema,
  }),
  takeCaseAway: defineRoute({
    method: 'POST',
    path: '/api/process/:id/take-away',
    summary: 'Starts a file of a whole case, for the patient',
    status: 202,
    params: idParams,
    body: order,
    response: takeAwaySchema,
  }),
  getTakeAway: defineRoute({
    method: 'GET',
    path: '/account/take-away/:id',
    summary: 'How far a file of a case or person is, and its URL once it is ready',
    params: idParams,
    response: takeAwaySchema,
  }),
};
