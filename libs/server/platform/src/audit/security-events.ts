import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';
import type { AuditAction } from '@konsil/contracts/privacy';
import { actingKinds, type AuditRole } from '@konsil/contracts/stored-kinds';
import * as z from 'zod';
import type { Tx } from '../database/client.ts';
import { securityEvents } from '../database/tables.ts';

/** The version of the format; a changed or removed field needs a new one (docs/security-events.md). */
export const eventSchemaName = 'konsil.security-event/1';

/** Codes of DICOM PS3.15 A.5 and IHE ATNA (coding scheme DCM), where there are some. */
interface Atna {
  event_id: string;
  event_type?: string;
  action: 'C' | 'R' | 'U' | 'D' | 'E';
}
const login: Atna = { event_id: '110114', event_type: '110122', action: 'E' };
const logout: Atna = { event_id: '110114', event_type: '110123', action: 'E' };
const attributesChanged: Atna = { event_id: '110113', event_type: '110137', action: 'U' };
const rolesChanged: Atna = { event_id: '110113', event_type: '110136', action: 'U' };
const configured: Atna = { event_id: '110113', event_type: '110129', action: 'U' };
const alert: Atna = { event_id: '110113', action: 'E' };

/** Every kind of security event with its codes. */
const kinds = {
  signed_in: login,
  sign_in_refused: login,
  signed_out: logout,
  new_device: alert,
  account_created: attributesChanged,
  credentials_changed: attributesChanged,
  second_factor_changed: attributesChanged,
  passkey_changed: attributesChanged,
  identity_changed: attributesChanged,
  identity_proved: login,
  access_refused: { event_id: '110113', event_type: '110132', action: 'E' },
  data_exported: { event_id: '110106', action: 'R' },
  erasure_changed: { event_id: '110110', action: 'U' },
  erased: { event_id: '110110', action: 'D' },
  operator_changed: rolesChanged,
  operator_act: attributesChanged,
  entry_changed: null,
  operator_search: { event_id: '110112', action: 'E' },
  log_used: { event_id: '110101', action: 'R' },
  webhook_changed: configured,
  harmful_file: alert,
  damaged_file: alert,
  log_anchored: null,
  client_signed_in: login,
  client_changed: configured,
} as const satisfies Record<string, Atna | null>;
export type SecurityEventKind = keyof typeof kinds;

/** Names of all kinds, for the documentation. */
export const eventKinds = Object.keys(kinds) as SecurityEventKind[];

/**
 * Each audited action, and which security event it is; null: none, unless it was refused. An action that is missing here
 * cannot be audited.
 */
const eventOfAction = {
  'patient.read': null,
  'patient.write': null,
  'patient.archive': null,
  'patient.restore': null,
  'case.list': null,
  'case.read': null,
  'case.write': null,
  'case.send': null,
  'case.answer': null,
  'case.prepare': null,
  'case.adopt': null,
  'case.withdraw': null,
  'case.archive': null,
  'case.restore': null,
  'case.priority': null,
  'appointment.cancel': null,
  'document.list': null,
  'document.read': null,
  'document.upload': null,
  'document.write': null,
  'document.archive': null,
  'document.restore': null,
  'document.view_images': null,
  'archive.search': null,
  'todo.read': null,
  'todo.write': null,
  'message.read': null,
  'message.write': null,
  'epicrisis.read': null,
  'epicrisis.write': null,
  'epicrisis.release': null,
  'share.write': null,
  'share.read': null,
  'record.import': null,
  'record.remove': null,
  'record.receipt': null,
  'referral.accept': null,
  'letter.list': null,
  'letter.read': null,
  'second_look.ask': null,
  'second_look.list': null,
  'second_look.read': null,
  'second_look.answer': null,
  'second_look.refuse': null,
  'second_look.end': null,
  'pool.put': null,
  'pool.back': null,
  'pool.list': null,
  'pool.read': null,
  'pool.take': null,
  'pool.assign': null,
  'pool.out': null,
  'deputy.refuse': null,
  'deputy.end': null,
  'reader.invite': null,
  'reader.accept': null,
  'reader.refuse': null,
  'reader.change': null,
  'reader.end': null,
  'app.allow': 'client_changed',
  'app.end': 'client_changed',
  'audit.read': null,
  'consent.give': null,
  'consent.withdraw': null,
  export: 'data_exported',
  'account.erase': 'erasure_changed',
  'account.keep': 'erasure_changed',
  'account.erased': 'erased',
  'patient.erased': null,
  'assistant.invite': 'account_created',
  'assistant.accept': 'account_created',
  'assistant.refuse': null,
  'assistant.end': 'credentials_changed',
  'account.sign_up': 'account_created',
  'account.sign_in': 'signed_in',
  'account.sign_in_failed': 'sign_in_refused',
  'account.sign_out': 'signed_out',
  'account.session_ended': 'signed_out',
  'account.sessions_ended': 'signed_out',
  'account.proved': 'identity_proved',
  'account.password': 'credentials_changed',
  'account.email': 'credentials_changed',
  'account.phone': 'credentials_changed',
  'account.unlock': 'operator_act',
  'account.second_factor_on': 'second_factor_changed',
  'account.second_factor_off': 'second_factor_changed',
  'account.passkey_added': 'passkey_changed',
  'account.passkey_removed': 'passkey_changed',
  'account.passkey_renamed': null,
  'account.push_added': null,
  'account.push_removed': null,
  'account.identity_linked': 'identity_changed',
  'account.identity_removed': 'identity_changed',
  'account.ended_by_provider': 'signed_out',
  'audit.affected': 'log_used',
  'doctor.invite': 'account_created',
  'doctor.deactivate': 'operator_act',
  'doctor.absence': 'operator_act',
  'doctor.absence_end': 'operator_act',
  'doctor.rename': 'operator_act',
  'doctor.portrait': 'entry_changed',
  'doctor.portrait_removed': 'entry_changed',
  'doctor.price': 'entry_changed',
  'operator.invite': 'operator_changed',
  'operator.change': 'operator_changed',
  'operator.close': 'operator_changed',
  'operators.export': 'log_used',
  'person.search': 'operator_search',
  'person.lock': 'operator_act',
  'person.unlock': 'operator_act',
  'person.end_sessions': 'operator_act',
  'person.forget_attempts': 'operator_act',
  'person.ask_reset': 'operator_act',
  'person.confirm_reset': 'operator_act',
  'person.refuse_reset': 'operator_act',
  'person.hold': 'operator_act',
  'person.release': 'operator_act',
  'clinic.add': 'operator_act',
  'clinic.change': 'operator_act',
  'clinic.archive': 'operator_act',
  'clinic.restore': 'operator_act',
  'clinic.pool_on': 'operator_act',
  'clinic.pool_off': 'operator_act',
  'clinic.doctor_in': 'operator_act',
  'clinic.doctor_out': 'operator_act',
  'clinic.archive_in': 'operator_act',
  'clinic.archive_out': 'operator_act',
  'quota.change': 'operator_act',
  'quota.reset': 'operator_act',
  'form.change': 'operator_act',
  'form.end': 'operator_act',
  'legal.publish': 'operator_act',
  'legal.withdraw': 'operator_act',
  'legal.accept': null,
  'legal.noted': null,
  'letters.retry': 'operator_act',
  'letters.give_up': 'operator_act',
  'webhook.add': 'webhook_changed',
  'webhook.remove': 'webhook_changed',
  'webhook.enable': 'webhook_changed',
  'webhook.rotate': 'webhook_changed',
  'client.token': 'client_signed_in',
  'client.revoke': 'client_signed_in',
  'client.add': 'client_changed',
  'client.remove': 'client_changed',
  'client.rotate': 'client_changed',
  'client.leave': 'client_changed',
  'referral.send': null,
  'referral.read': null,
  'referral.refuse': null,
  'file.infected': 'harmful_file',
  'file.damaged': 'damaged_file',
} as const satisfies Record<AuditAction, SecurityEventKind | null> & Record<string, SecurityEventKind | null>;
/** An action that can be audited. */
export type AuditActionName = keyof typeof eventOfAction;

/** Details of an audit entry that an event may have: codes and a network, never an address or what somebody wrote. */
const detailNames = ['reason', 'network'] as const;

const code = z.string().regex(/^[a-z][a-z0-9_.]*$/);
/** A security event as receivers get it. */
export const securityEventSchema = z.strictObject({
  schema: z.literal(eventSchemaName),
  /** Identifies the event if it is delivered twice. */
  id: z.uuid(),
  at: z.iso.datetime(),
  installation: z.uuid(),
  /** The machine on which it happened. */
  host: z.string(),
  event: z.enum(eventKinds),
  /** The action in the access log; null for events that are not in it. */
  action: code.nullable(),
  outcome: z.enum(['success', 'refused']),
  actor: z.strictObject({
    account: z.uuid().nullable(),
    kind: z.enum([...actingKinds, 'operator', 'system']),
  }),
  /** The affected account, if it is not the actor's. */
  subject: z.uuid().nullable(),
  reason: code.nullable(),
  /** Such as 203.0.113.0/24: a rough location, never a person. */
  network: z.string().nullable(),
  /** Only of `log_anchored`: the number of the anchor and its mark (docs/operating.md). */
  anchor: z.strictObject({ number: z.int(), mark: z.string() }).nullable(),
  dicom: z
    .strictObject({
      event_id: z.string().regex(/^\d{6}$/),
      event_type: z
        .string()
        .regex(/^\d{6}$/)
        .nullable(),
      action: z.enum(['C', 'R', 'U', 'D', 'E']),
      /** EventOutcomeIndicator: 0 is success, 4 a minor failure. */
      outcome: z.union([z.literal(0), z.literal(4)]),
    })
    .nullable(),
});
export type SecurityEvent = z.infer<typeof securityEventSchema>;
/** As it waits: the installation is added when it is sent. */
export type WaitingEvent = Omit<SecurityEvent, 'installation'>;

/** The fields in which one event differs from others of its kind. */
interface Happened {
  at: Date;
  event: SecurityEventKind;
  action?: string | null;
  refused?: boolean;
  actor: { accountId: string | null; role: AuditRole };
  subject?: string | null | undefined;
  detail?: Readonly<Record<string, string>> | null | undefined;
  anchor?: SecurityEvent['anchor'];
}

const codeOrNull = (text: string | undefined): string | null => (text && code.safeParse(text).success ? text : null);

const eventOf = ({
  at,
  event,
  action = null,
  refused = false,
  actor,
  subject,
  detail,
  anchor = null,
}: Happened): WaitingEvent => {
  const { reason, network } = Object.fromEntries(detailNames.map((name) => [name, detail?.[name]]));
  const atna: Atna | null = kinds[event];
  return {
    schema: eventSchemaName,
    id: randomUUID(),
    at: at.toISOString(),
    host: hostname(),
    event,
    action,
    outcome: refused ? 'refused' : 'success',
    actor: { account: actor.accountId, kind: actor.role === 'admin' ? 'operator' : actor.role },
    subject: subject && subject !== actor.accountId ? subject : null,
    reason: codeOrNull(reason),
    network: network || null,
    anchor,
    dicom: atna && {
      event_id: atna.event_id,
      event_type: atna.event_type ?? null,
      action: atna.action,
      outcome: refused ? 4 : 0,
    },
  };
};

let isOn = false;
/** Events are written down only if somebody receives them; each process says so once, from its settings. */
export const recordSecurityEvents = (on: boolean): void => {
  isOn = on;
};

/** Writes events down, in the transaction of what happened: they leave when it has committed. */
export const noteSecurityEvents = async (tx: Tx, happened: readonly Happened[]): Promise<void> => {
  if (!isOn || happened.length === 0) return;
  await tx.insert(securityEvents).values(happened.map((each) => ({ event: JSON.stringify(eventOf(each)) })));
};

/** The security event that an audit record is, if it is one. */
export const eventKindOf = (action: AuditActionName, result: 'allowed' | 'denied'): SecurityEventKind | null =>
  eventOfAction[action] ?? (result === 'denied' ? 'access_refused' : null);
