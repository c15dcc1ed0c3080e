import * as z from 'zod/mini';
import { idParams, idSchema, momentSchema, okSchema, optionalText, requiredText } from './common.ts';
import { defineRoute } from './route.ts';
import { mostShareFiles } from './share-limits.ts';

/**
 * Sealed links to a part of a case: SMART Health Links (HL7 SMART Health Cards and Links IG, STU 1). The content is
 * encrypted by the patient's browser; the server never has the key (docs/decisions/sealed-links.md).
 */

/** The longest label that the IG allows. */
export const longestShareLabel = 80;
/** Wrong passcodes over the life of a link, after which it ends. */
export const mostPasscodeTries = 10;
export const shortestPasscode = 6;
/** One encrypted file: 16 MB as base64 inside FHIR, and again as base64url inside the JWE. */
export const maxShareFileBytes = 32 * 1024 * 1024;
export const shareLifetimes = ['1', '7', '30', '365'] as const;

const mostOpeningsShown = 20;
const count = z.int().check(z.minimum(0), z.maximum(mostShareFiles));

/** The contents of a link, by number; the files themselves are unreadable to the server. */
export const shareContentSchema = z.object({ answers: count, summary: z.boolean(), documents: count, images: count });
/** The chosen content; an empty link is refused. */
const chosenContent = shareContentSchema.check(
  z.refine(({ answers, summary, documents, images }) => summary || answers + documents + images > 0, 'shareNothing'),
);
export type ShareContent = z.infer<typeof shareContentSchema>;

export const newShareLinkSchema = z.object({
  label: requiredText('shareLabelMissing', longestShareLabel),
  /** Days until it ends. */
  days: z.enum(shareLifetimes, 'selectOption'),
  /** Opened once only. */
  one_time: z.boolean(),
  passcode: z.optional(z.string().check(z.minLength(shortestPasscode, 'passcodeShort'), z.maxLength(64, 'tooLong'))),
  content: chosenContent,
});
export type NewShareLink = z.infer<typeof newShareLinkSchema>;

/** The reason why a link no longer opens. */
export const shareEnds = ['owner', 'passcode', 'consent', 'used', 'expired'] as const;
export type ShareEnd = (typeof shareEnds)[number];

export const shareLinkSchema = z.object({
  id: idSchema,
  case_id: idSchema,
  case_name: z.string(),
  patient_id: idSchema,
  label: z.string(),
  content: shareContentSchema,
  has_passcode: z.boolean(),
  one_time: z.boolean(),
  created_at: momentSchema,
  expires_at: momentSchema,
  /** Null while its files are still being uploaded. */
  started_at: z.nullable(momentSchema),
  ended_at: z.nullable(momentSchema),
  ended_by: z.nullable(z.enum(shareEnds)),
  openings: z.int(),
  last_opened_at: z.nullable(momentSchema),
  /** The newest openings; the names are what the recipients entered. */
  recipients: z.array(z.object({ name: z.string(), at: momentSchema })).check(z.maxLength(mostOpeningsShown)),
});
export type ShareLink = z.infer<typeof shareLinkSchema>;
export { mostOpeningsShown };

/** Tokens and tickets are base64url. */
const opaque = z.string().check(z.regex(/^[\w-]{20,200}$/));

export const manifestRequestSchema = z.object({
  recipient: requiredText('recipientMissing', 200),
  passcode: z.optional(optionalText(64)),
  embeddedLengthMax: z.optional(z.int().check(z.minimum(0))),
});
export type ManifestRequest = z.infer<typeof manifestRequestSchema>;

/** The manifest as the IG defines it. */
export const manifestSchema = z.object({
  files: z.array(
    z.object({
      contentType: z.string(),
      location: z.optional(z.string()),
      embedded: z.optional(z.string()),
      lastUpdated: z.optional(momentSchema),
      status: z.optional(z.literal('finalized')),
      fhirVersion: z.optional(z.string()),
    }),
  ),
});
export type ShareManifest = z.infer<typeof manifestSchema>;

export const shareRoutes = {
  listShareLinks: defineRoute({
    method: 'GET',
    path: '/api/share-links',
    summary: 'My sealed links, newest first',
    response: z.array(shareLinkSchema),
  }),
  createShareLink: defineRoute({
    method: 'POST',
    path: '/api/process/:id/shares',
    status: 201,
    summary: 'Begin a sealed link to a part of the case; its files follow',
    params: idParams,
    body: newShareLinkSchema,
    response: z.extend(shareLinkSchema, { manifest_url: z.string() }),
  }),
  addShareFile: defineRoute({
    method: 'POST',
    path: '/api/share-links/:id/files',
    status: 201,
    multipart: true,
    summary: 'Add an encrypted file (JWE) to a link that has not started (multipart, field File)',
    params: idParams,
    response: okSchema,
  }),
  startShareLink: defineRoute({
    method: 'POST',
    path: '/api/share-links/:id/start',
    summary: 'Start a link: from now on it opens',
    params: idParams,
    response: shareLinkSchema,
  }),
  endShareLink: defineRoute({
    method: 'POST',
    path: '/api/share-links/:id/end',
    summary: 'End a link at once and delete its files',
    params: idParams,
    response: shareLinkSchema,
  }),
  getShareManifest: defineRoute({
    method: 'POST',
    path: '/api/shl/:token',
    summary: 'The manifest of a SMART Health Link, for anybody who has it',
    params: z.object({ token: opaque }),
    body: manifestRequestSchema,
    response: manifestSchema,
  }),
  getShareFile: defineRoute({
    method: 'GET',
    path: '/api/shl/files/:ticket',
    summary: 'An encrypted file of a SMART Health Link, for a quarter of an hour after its manifest',
    params: z.object({ ticket: opaque }),
    response: null,
  }),
};
