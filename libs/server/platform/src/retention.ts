import { assistantInvitationDays } from '@konsil/contracts/assistant-states';
import { invitationDays } from '@konsil/contracts/reader-states';
import { dayMs } from './clock.ts';

/** Data that is kept for one time, for one reason. */
export type RetentionClass = { what: string; from: string; reason: string } & (
  | { days: number }
  /** The operator's setting decides, in years. */
  | { yearsOf: string }
  /** The event that ends it; no sweep deletes it by age. */
  | { until: string }
);

const minimization = 'no longer needed (Art. 5 (1) (c) and (e) GDPR)';
const copy = 'a copy: its original is kept (Art. 5 (1) (e) GDPR)';

/**
 * The times for which data is kept. Sweeps take their times from here (`keptMs`), and `konsil retention` and
 * docs/operating.md show this table. Still beside their own code: names of erased files, idle sealed links and known
 * devices.
 */
export const retentionClasses = {
  'patient-records': {
    what: 'records of patients with cases, documents, messages and answers',
    until: 'the owner erases the account',
    from: 'their entry',
    reason: 'the contract with the patient (Art. 6 (1) (b), Art. 9 (2) (a) GDPR)',
  },
  'doctors-letters': {
    what: "letters of doctors: answers and released summaries; they outlive the patient's account",
    yearsOf: 'LETTERS_KEPT_YEARS',
    from: 'sending',
    reason: "the doctor's duty to keep records (§ 630f (3) BGB, Art. 17 (3) (b) GDPR)",
  },
  'access-log': {
    what: 'access log, its anchors and the proofs of erasures: ids and codes only',
    until: 'the installation is given up',
    from: 'the act',
    reason: 'accountability (Art. 5 (2), Art. 32 GDPR)',
  },
  'held-accounts': {
    what: 'accounts on legal hold with their records, letters and drafts',
    until: 'an operator ends the hold',
    from: 'its beginning',
    reason: 'legal claims, or an order (Art. 17 (3) (b) and (e) GDPR)',
  },
  'ended-holds': {
    what: 'accounts whose legal hold has ended, at least',
    days: 7,
    from: 'the end of the hold',
    reason: 'a hold that was ended by mistake can be placed again',
  },
  erasures: {
    what: 'accounts whose owner asked for erasure',
    days: 30,
    from: 'the request',
    reason: 'the owner can cancel it (Art. 17 (1), Art. 12 (3) GDPR)',
  },
  'unconfirmed-sign-ups': {
    what: 'sign-ups whose address was never confirmed',
    days: 30,
    from: 'the sign-up',
    reason: minimization,
  },
  drafts: {
    what: 'drafts',
    days: 180,
    from: 'the last change',
    reason: minimization,
  },
  referrals: {
    what: 'cases that another system prepared, and nobody accepted',
    days: 30,
    from: 'their arrival',
    reason: minimization,
  },
  'referral-outcomes': {
    what: 'outcomes of such cases, for the system that prepared them',
    days: 90,
    from: 'the decision',
    reason: minimization,
  },
  'archives-not-taken': {
    what: 'archives of other installations that nobody took over',
    days: 1,
    from: 'the upload',
    reason: minimization,
  },
  exports: {
    what: "exports of an account's data",
    days: 1,
    from: 'the order',
    reason: copy,
  },
  'take-away-files': {
    what: 'files to take away: dossiers and archives',
    days: 1,
    from: 'the order',
    reason: copy,
  },
  'sealed-links': {
    what: 'sealed links with the documents behind them',
    until: 'the day that was chosen for the link',
    from: 'their creation',
    reason: copy,
  },
  'reader-invitations': {
    what: 'addresses of people who were invited to read along, and never accepted',
    days: invitationDays,
    from: 'the end of the invitation',
    reason: minimization,
  },
  'assistant-invitations': {
    what: 'addresses of people who were invited as assistants, and never accepted',
    days: assistantInvitationDays,
    from: 'the end of the invitation',
    reason: minimization,
  },
  backups: {
    what: 'backups, which can bring back nobody who asked for erasure earlier',
    days: 30,
    from: 'their making',
    reason: 'recovery (Art. 32 (1) (c) GDPR)',
  },
  'sent-letters': {
    what: 'e-mails, SMS and push messages that were sent, or have failed',
    days: 30,
    from: 'their writing',
    reason: 'questions about what was sent',
  },
  'failed-letters': {
    what: 'the content of those that have failed',
    days: 7,
    from: 'the failure',
    reason: 'an operator can send them again',
  },
  sessions: {
    what: 'sessions that have ended',
    days: 30,
    from: 'their end',
    reason: 'questions about who was signed in (Art. 32 GDPR)',
  },
  links: {
    what: 'links of e-mails: confirmations, invitations, new passwords',
    days: 30,
    from: 'the end of their validity',
    reason: 'questions about what was sent',
  },
  'app-grants': {
    what: 'permissions of apps',
    days: 30,
    from: 'their end',
    reason: 'questions about who had access (Art. 32 GDPR)',
  },
  codes: {
    what: 'codes of SMS, and codes of apps that were not used',
    days: 1,
    from: 'the end of their validity',
    reason: minimization,
  },
  tickets: {
    what: 'tickets for downloads and uploads, at most',
    days: 1,
    from: 'the end of their validity',
    reason: minimization,
  },
  notices: {
    what: 'notices that were gathered into an e-mail',
    days: 1,
    from: 'sending',
    reason: minimization,
  },
  events: {
    what: 'events for open pages',
    days: 1,
    from: 'the event',
    reason: minimization,
  },
  'repeated-requests': {
    what: 'responses to requests that may be repeated',
    days: 1,
    from: 'the request',
    reason: minimization,
  },
} as const satisfies Record<string, RetentionClass>;

type Classes = typeof retentionClasses;
export type RetentionName = keyof Classes;
/** Classes with a fixed time. */
type Timed = { [K in RetentionName]: Classes[K] extends { days: number } ? K : never }[RetentionName];

/** The time for which data of a class is kept. */
export const keptMs = (name: Timed): number => retentionClasses[name].days * dayMs;

const timeOf = (kept: RetentionClass): string => {
  if ('days' in kept) return kept.days === 1 ? '1 day' : `${kept.days} days`;
  return 'yearsOf' in kept ? `years of \`${kept.yearsOf}\`` : `until ${kept.until}`;
};

/** The rows of the table in docs/operating.md. */
export const retentionRows = (): string[] =>
  Object.entries<RetentionClass>(retentionClasses).map(
    ([name, kept]) => `| \`${name}\` | ${kept.what} | ${timeOf(kept)} | ${kept.from} | ${kept.reason} |`,
  );

/**
 * Two lines for each class, for the command line.
 * @param years the years that `LETTERS_KEPT_YEARS` says now
 */
export const retentionLines = (years: number): string[] =>
  Object.entries<RetentionClass>(retentionClasses).map(([name, kept]) => {
    const time = 'yearsOf' in kept ? `${years} years (${kept.yearsOf})` : timeOf(kept);
    return `${name}: ${kept.what}\n  ${time}, from ${kept.from}. Reason: ${kept.reason}.`;
  });
