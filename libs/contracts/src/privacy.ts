import * as z from 'zod/mini';
import { auditChainSchema } from './audit-chain.ts';
import { idParams, idSchema, listQuery, momentSchema, okSchema, pageOf } from './common.ts';
import { consentKinds, type ConsentKind } from './consent-kinds.ts';
import { patientNameSchema } from './patients.ts';
import { defineRoute } from './route.ts';
import { auditRoles } from './stored-kinds.ts';

/** The audited actions on a patient's data; the interface turns each into a sentence. */
export const auditActions = [
  'patient.read',
  'patient.write',
  'patient.archive',
  'patient.restore',
  'case.list',
  'case.read',
  'case.write',
  'case.send',
  'case.answer',
  'case.prepare',
  'case.adopt',
  'case.withdraw',
  'case.archive',
  'case.restore',
  'case.priority',
  'appointment.cancel',
  'document.list',
  'document.read',
  'document.upload',
  'document.write',
  'document.archive',
  'document.restore',
  'document.view_images',
  'archive.search',
  'todo.read',
  'todo.write',
  'message.read',
  'message.write',
  'epicrisis.read',
  'epicrisis.write',
  'epicrisis.release',
  'share.write',
  'share.read',
  'record.import',
  'record.remove',
  'record.receipt',
  'referral.accept',
  'letter.list',
  'letter.read',
  'second_look.ask',
  'second_look.list',
  'second_look.read',
  'second_look.answer',
  'second_look.refuse',
  'second_look.end',
  'pool.put',
  'pool.back',
  'pool.list',
  'pool.read',
  'pool.take',
  'pool.assign',
  'pool.out',
  'deputy.refuse',
  'deputy.end',
  'reader.invite',
  'reader.accept',
  'reader.refuse',
  'reader.change',
  'reader.end',
  'app.allow',
  'app.end',
  'audit.read',
  'export',
  'consent.give',
  'consent.withdraw',
  'account.erase',
  'account.keep',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Kinds of access: reading, or changing data. */
export const auditKinds = ['seen', 'changed'] as const;
export type AuditKind = (typeof auditKinds)[number];
export const kindOfAction = (action: AuditAction): AuditKind =>
  /\.(read|list|view_images|search)$|^export$/.test(action) ? 'seen' : 'changed';

export const auditEntrySchema = z.object({
  id: z.string(),
  at: momentSchema,
  /** `via` is another system that acted for a doctor, or an app that a patient lets read. */
  actor: z.object({
    role: z.enum(auditRoles),
    name: z.string(),
    mine: z.boolean(),
    via: z.optional(z.string()),
  }),
  action: z.enum(auditActions),
  result: z.enum(['allowed', 'denied']),
  patient_id: idSchema,
  case_id: z.nullable(idSchema),
  case_name: z.nullable(z.string()),
  document_id: z.nullable(idSchema),
  document_name: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Filter by actor: everybody else, the reader, or all. */
export const auditWhos = ['doctors', 'all', 'me'] as const;
export const auditQuerySchema = z.object({
  ...listQuery,
  action: z.optional(z.enum(auditActions)),
  kind: z.optional(z.enum(auditKinds)),
  result: z.optional(z.enum(['allowed', 'denied'])),
  who: z.optional(z.enum(auditWhos)),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
});

/**
 * A doctor's action on patient data. Patient, case and document are named while the doctor has access; for a refused
 * access never, because that would reveal whether a guessed id exists.
 */
export const ownActionSchema = z.object({
  id: z.string(),
  at: momentSchema,
  action: z.enum(auditActions),
  result: z.enum(['allowed', 'denied']),
  patient: z.nullable(patientNameSchema),
  case_id: z.nullable(idSchema),
  case_name: z.nullable(z.string()),
  document_id: z.nullable(idSchema),
  document_name: z.nullable(z.string()),
});
export type OwnAction = z.infer<typeof ownActionSchema>;
export const ownActionsQuerySchema = z.omit(auditQuerySchema, { who: true, archived: true });

/**
 * The versions of the consent texts, by the day of their last change; a server test compares them with the portal's
 * texts.
 */
export const consentWordings = {
  health_data: '2026-11-24',
  send_to_doctor: '2026-11-29',
  second_look: '2026-11-27',
  deputy: '2026-11-27',
  assistants: '2026-11-27',
  clinic_pool: '2026-11-28',
} as const satisfies Record<ConsentKind, string>;

export const consentSchema = z.object({
  id: idSchema,
  kind: z.enum(consentKinds),
  given_at: momentSchema,
  withdrawn_at: z.nullable(momentSchema),
  /** The text version and a hash of the privacy notice at that time; null for older consents. */
  text_version: z.nullable(z.string()),
  case_id: z.nullable(idSchema),
  case_name: z.nullable(z.string()),
  /** The patient of the case. */
  patient_id: z.nullable(idSchema),
  doctor_name: z.nullable(z.string()),
  /** The clinic whose doctors may answer, too. */
  clinic_name: z.optional(z.nullable(z.string())),
});
export type Consent = z.infer<typeof consentSchema>;

/** Left out by those who showed who they are by a passkey (`proveIdentity`). */
export const ownPasswordBody = z.object({
  current_password: z.optional(z.string('passwordMissing').check(z.minLength(1, 'passwordMissing'), z.maxLength(256))),
});
export const erasureSchema = z.object({
  erasure_at: z.nullable(momentSchema),
  /** A legal hold stops it: the account stays until the hold ends. */
  held: z.optional(z.boolean()),
});

export const privacyRoutes = {
  listAccesses: defineRoute({
    method: 'GET',
    path: '/api/audit/:id',
    summary: "Who saw a patient's data, newest first",
    params: idParams,
    query: auditQuerySchema,
    response: z.extend(pageOf(auditEntrySchema), { people: z.int() }),
  }),
  getAuditChain: defineRoute({
    method: 'GET',
    path: '/api/audit/:id/chain',
    summary: "The records of a patient's access log in their order, to check that none was changed or removed",
    params: idParams,
    /** The position after which they begin; from the start without it. */
    query: z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,12}$/))) }),
    response: auditChainSchema,
  }),
  listOwnActions: defineRoute({
    method: 'GET',
    path: '/api/audit',
    summary: "What I did with patients' data, for doctors, newest first",
    query: ownActionsQuerySchema,
    response: pageOf(ownActionSchema),
  }),
  listConsents: defineRoute({
    method: 'GET',
    path: '/account/consents',
    summary: 'The consents I gave',
    response: z.array(consentSchema),
  }),
  withdrawConsent: defineRoute({
    method: 'POST',
    path: '/account/consents/:id/withdraw',
    summary: 'Withdraw a consent; sharing stops at once',
    params: idParams,
    response: consentSchema,
  }),
  giveConsent: defineRoute({
    method: 'POST',
    path: '/account/consents',
    status: 201,
    summary: 'Give the consent to health data again',
    body: z.object({ consent: z.literal(true, 'consentMissing') }),
    response: consentSchema,
  }),
  exportData: defineRoute({
    method: 'POST',
    path: '/account/export',
    summary: 'Everything about me as a zip: JSON, files and a PDF dossier',
    body: ownPasswordBody,
    response: z.object({ Filelocation: z.string(), expires_at: momentSchema }),
  }),
  requestErasure: defineRoute({
    method: 'POST',
    path: '/account/erasure',
    summary: 'Erase the account after 30 days',
    body: ownPasswordBody,
    response: erasureSchema,
  }),
  cancelErasure: defineRoute({
    method: 'DELETE',
    path: '/account/erasure',
    summary: 'Keep the account after all',
    response: okSchema,
  }),
};
