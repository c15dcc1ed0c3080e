import * as z from 'zod/mini';
import { daySchema, givenIdSchema, idParams, momentSchema, requiredText } from './common.ts';
import { legalKinds, legalTextSchema } from './legal-notices.ts';
import { legalVersionSchema } from './legal-texts.ts';
import { defineRoute } from './route.ts';

export const longestLegalText = 50_000;
export const longestLegalChanges = 1000;

/** Refuses HTML tags, because portals show the text verbatim. */
const withoutTags = z.refine<string>((text) => !/<\/?[a-z][^<>]*>/i.test(text), 'invalid');
const legalText = requiredText('contentMissing', longestLegalText).check(withoutTags);
const legalChanges = requiredText('contentMissing', longestLegalChanges).check(withoutTags);

export const newLegalTextSchema = z.object({
  kind: z.enum(legalKinds),
  text_de: legalText,
  text_en: legalText,
  /** The changes, for people who accepted an older version. */
  changes_de: legalChanges,
  changes_en: legalChanges,
  /** The first day on which it is in force: today at the earliest. */
  holds_from: daySchema('absenceDayMissing'),
  /** The newest version that the author saw, planned or withdrawn ones included; null if there was none. */
  after: z.nullable(givenIdSchema()),
});
export type NewLegalText = z.infer<typeof newLegalTextSchema>;

export const consoleLegalVersionSchema = z.extend(z.omit(legalVersionSchema, { state: true }), {
  state: z.enum(['planned', 'current', 'past', 'withdrawn']),
  text: legalTextSchema,
  changes: legalTextSchema,
  published_at: momentSchema,
  /** The operator's name. */
  published_by: z.string(),
  withdrawn_at: z.nullable(momentSchema),
});
export type ConsoleLegalVersion = z.infer<typeof consoleLegalVersionSchema>;

const listedVersionSchema = z.omit(consoleLegalVersionSchema, { text: true, changes: true });
export type ListedLegalVersion = z.infer<typeof listedVersionSchema>;

export const consoleLegalTextSchema = z.object({
  kind: z.enum(legalKinds),
  /** The text in force: without a version it comes from the settings, or from the product. Null for terms without any. */
  text: z.nullable(legalTextSchema),
  /** The newest first. */
  versions: z.array(listedVersionSchema),
});
export type ConsoleLegalText = z.infer<typeof consoleLegalTextSchema>;

/** The console's requests about legal texts. */
export const consoleLegalRoutes = {
  consoleLegalTexts: defineRoute({
    method: 'GET',
    path: '/api/console/legal',
    console: 'only',
    summary: 'Legal texts in force with all their versions',
    response: z.object({ items: z.array(consoleLegalTextSchema) }),
  }),
  consoleLegalVersion: defineRoute({
    method: 'GET',
    path: '/api/console/legal/:id',
    console: 'only',
    summary: 'One version of a legal text',
    params: idParams,
    response: consoleLegalVersionSchema,
  }),
  publishLegalText: defineRoute({
    method: 'POST',
    path: '/api/console/legal',
    console: 'only',
    status: 201,
    summary: 'Publish a new version of a legal text, in force from a day on; it is never changed afterwards',
    body: newLegalTextSchema,
    response: consoleLegalVersionSchema,
  }),
  withdrawLegalText: defineRoute({
    method: 'POST',
    path: '/api/console/legal/:id/withdraw',
    console: 'only',
    summary: 'Withdraw a planned version before its first day',
    params: idParams,
    response: consoleLegalVersionSchema,
  }),
};
