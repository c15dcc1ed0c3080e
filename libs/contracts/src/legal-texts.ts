import * as z from 'zod/mini';
import { idParams, idSchema, okSchema } from './common.ts';
import { legalKinds, legalTextSchema } from './legal-notices.ts';
import { defineRoute } from './route.ts';

export const legalVersionStates = ['planned', 'current', 'past'] as const;
/** A published version. One that was withdrawn before its day is not among them. */
export const legalVersionSchema = z.object({
  id: idSchema,
  kind: z.enum(legalKinds),
  /** Counted for each kind from 1. */
  version: z.int(),
  /** The first day on which it is in force. */
  holds_from: z.iso.date(),
  state: z.enum(legalVersionStates),
});
export type LegalVersion = z.infer<typeof legalVersionSchema>;

export const legalSchema = z.object({
  imprint: legalTextSchema,
  privacy: legalTextSchema,
  /** Null while there are no terms of use in force. */
  terms: z.nullable(legalTextSchema),
  /** The newest version of each kind first. */
  versions: z.array(legalVersionSchema),
  operator: z.string(),
});
export type LegalTexts = z.infer<typeof legalSchema>;

export const legalVersionTextSchema = z.extend(legalVersionSchema, { text: legalTextSchema, changes: legalTextSchema });
export type LegalVersionText = z.infer<typeof legalVersionTextSchema>;

export const legalTextRoutes = {
  legalTexts: defineRoute({
    console: 'too',
    method: 'GET',
    path: '/account/legal',
    summary: "The operator's imprint, privacy notice and terms of use as they are in force, and their versions",
    response: legalSchema,
  }),
  legalVersion: defineRoute({
    console: 'too',
    method: 'GET',
    path: '/account/legal/:id',
    summary: 'One published version of a legal text: an older one, or one that is planned',
    params: idParams,
    response: legalVersionTextSchema,
  }),
  acceptLegalText: defineRoute({
    method: 'POST',
    path: '/account/legal/:id/accept',
    summary: 'Accept the terms of use in force, or take note of the privacy notice in force',
    params: idParams,
    response: okSchema,
  }),
};
