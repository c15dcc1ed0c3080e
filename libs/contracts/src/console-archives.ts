import * as z from 'zod/mini';
import { archiveFailures } from './clinic-archives.ts';
import { idParams, momentSchema, optionalText, ruleAcrossFields } from './common.ts';
import { defineRoute } from './route.ts';

/** How Konsil signs in to an archive. */
export const archiveSignIns = ['basic', 'bearer', 'none'] as const;
export type ArchiveSignIn = (typeof archiveSignIns)[number];

/** True for the address of a DICOMweb root; whether it must be encrypted, the server decides. */
const isArchiveAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && [username, password, search, hash].every((part) => part === '');
};
/** RFC 6750 section 2.1. */
export const isArchiveToken = (text: string): boolean => /^[\w.~+/-]+=*$/.test(text);
const isUserName = (text: string): boolean => /^[^:\p{Cc}]+$/u.test(text);

export const archiveFieldsSchema = z
  .object({
    url: optionalText(1000).check(z.refine(isArchiveAddress, 'archiveAddress')),
    sign_in: z.enum(archiveSignIns),
    name: optionalText(200),
    // Not trimmed: a password may begin or end with a space.
    password: z.string().check(z.maxLength(256, 'tooLong')),
    token: optionalText(8000),
  })
  .check(
    ruleAcrossFields(['sign_in', 'name'], ({ sign_in: by, name }) => by !== 'basic' || isUserName(name), {
      message: 'archiveUserName',
      path: ['name'],
    }),
    ruleAcrossFields(['sign_in', 'password'], ({ sign_in: by, password }) => by !== 'basic' || password !== '', {
      message: 'passwordMissing',
      path: ['password'],
    }),
    ruleAcrossFields(['sign_in', 'token'], ({ sign_in: by, token }) => by !== 'bearer' || isArchiveToken(token), {
      message: 'archiveToken',
      path: ['token'],
    }),
  );
export type ArchiveFields = z.infer<typeof archiveFieldsSchema>;

/** Without the credentials, which are never returned. */
export const consoleArchiveSchema = z.object({
  archive: z.nullable(z.object({ url: z.string(), sign_in: z.enum(archiveSignIns), connected_at: momentSchema })),
});
export type ConsoleArchive = NonNullable<z.infer<typeof consoleArchiveSchema>['archive']>;

export const archiveTrialSchema = z.object({
  failure: z.nullable(z.enum(archiveFailures)),
  /** The error message of the connection or the archive; empty if the archive responds. */
  reason: z.string(),
  tried_at: momentSchema,
});
export type ArchiveTrial = z.infer<typeof archiveTrialSchema>;

/** The console's calls about the image archive of a clinic (docs/hospitals.md). */
export const consoleArchiveRoutes = {
  consoleArchive: defineRoute({
    method: 'GET',
    path: '/api/console/clinics/:id/image-archive',
    console: 'only',
    summary: 'The image archive of a clinic',
    params: idParams,
    response: consoleArchiveSchema,
  }),
  tryConsoleArchive: defineRoute({
    method: 'GET',
    path: '/api/console/clinics/:id/image-archive/trial',
    console: 'only',
    summary: "Ask a clinic's archive for a patient number that nobody has",
    params: idParams,
    response: archiveTrialSchema,
  }),
  connectConsoleArchive: defineRoute({
    method: 'PUT',
    path: '/api/console/clinics/:id/image-archive',
    console: 'only',
    summary: 'Connect an image archive to a clinic, in place of the one before',
    params: idParams,
    body: archiveFieldsSchema,
    response: consoleArchiveSchema,
  }),
  disconnectConsoleArchive: defineRoute({
    method: 'DELETE',
    path: '/api/console/clinics/:id/image-archive',
    console: 'only',
    summary: "End the connection to a clinic's image archive; fetched images stay",
    params: idParams,
    response: consoleArchiveSchema,
  }),
};
