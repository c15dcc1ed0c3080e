import * as z from 'zod/mini';
import { locales } from './codes.ts';
import { idParams, idSchema } from './common.ts';
import { ownPasswordBody } from './privacy.ts';
import { defineRoute } from './route.ts';

/** A file of a whole case or person. `dossier`: a PDF with every page. `archive`: a signed ZIP with it and all originals. */
export const takeAwayKinds = ['dossier', 'archive'] as const;
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

/** An Ed25519 key as a JWK (RFC 8037); `kid` is its thumbprint (RFC 7638). */
export const recordKeySchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
});
export type RecordKey = z.infer<typeof recordKeySchema>;

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
  getRecordKey: defineRoute({
    method: 'GET',
    path: '/api/record-key',
    summary: 'The public key that signs the archives of this installation',
    response: recordKeySchema,
  }),
  getTakeAway: defineRoute({
    method: 'GET',
    path: '/account/take-away/:id',
    summary: 'How far a file of a case or person is, and its URL once it is ready',
    params: idParams,
    response: takeAwaySchema,
  }),
};
