import type { PersonAct } from '@konsil/contracts/console-codes';
import type { ActingKind } from '@konsil/contracts/stored-kinds';

/** The operator actions that share one e-mail to the owner; the removal of a second factor has its own. */
export type ToldAct =
  | Exclude<PersonAct, 'forget_attempts' | 'confirm_reset'>
  | 'hold'
  | 'release'
  | 'absence'
  | 'absence_ended';

/** The kinds of notification. */
export const noticeKinds = [
  'request',
  'answer',
  'question',
  'message',
  'todo',
  'todo_due',
  'promise_passed',
  'answer_overdue',
  'document',
  'epicrisis',
  'appointment',
  'appointment_cancelled',
  'absence',
  'doctor_left',
  'shared_again',
  'second_look_asked',
  'second_look',
  'second_look_over',
  'deputy_asked',
  'deputy',
  'pool_taken',
  'pool_assigned',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
/** The number of news of each kind. */
export type NoticeCounts = Partial<Record<NoticeKind, number>>;

/** The parameters of each email. Never health data: an email says that there is news, but not what. */
export interface EmailData {
  confirm_email: { link: string };
  already_registered: { link: string };
  reset_password: { link: string };
  invitation: { name: string; link: string };
  operator_invitation: { name: string; link: string };
  /** `apps`: where to end apps that go on reading, if there are any. */
  password_changed: { at: string; apps?: string };
  confirm_new_email: { link: string };
  email_change_requested: { newEmail: string; link: string };
  email_changed: { newEmail: string };
  phone_changed: { ending: string };
  second_factor_changed: { on: boolean };
  /** An operator did it at the console. */
  operator_acted: { act: ToldAct; at: string };
  /** `copied`: its counter went back, so that there may be a copy; it did not sign in. */
  passkey_changed: { change: 'added' | 'removed' | 'copied'; at: string };
  /** `provider`: the name of the identity provider. */
  identity_changed: { change: 'linked' | 'removed'; provider: string; at: string };
  sign_in_attempts: { at: string };
  wrong_codes: { at: string };
  /** `device`: browser and system as text; empty if unknown. */
  new_device: { at: string; device: string };
  document_infected: { link: string };
  too_many_sessions: { most: number };
  data_exported: { at: string };
  /**
   * `shares`: a patient's account, whose cases doctors could see until then; otherwise a doctor's, who gets no new
   * cases. `assists`: an assistant's account. `held`: a legal hold stops the erasure.
   */
  erasure_requested: { at: string; link: string; shares: boolean; assists?: boolean; held: boolean };
  /**
   * `stays`: letters of doctors stay with the doctors. `wrote`: texts that were written for others stay in their
   * records.
   */
  erased: { stays: boolean; wrote: boolean };
  /** To a doctor: the operator lets another system act for them. */
  system_added: { link: string };
  app_allowed: { link: string };
  /** The address may have no account yet. */
  referral: { link: string; until: string };
  /** For a doctor who no longer has access. */
  appointment_ended: { at: string };
  news: { counts: NoticeCounts; link: string };
  /** `at`: when it was sent; `day`: by which its doctor promises an answer. */
  request_sent: { doctor: string; at: string; day: string; link: string };
  /** To an address that may have no account. `by`: the account that invites; the person is named in the portal only. */
  /** `acts`: they may act for the person, too. */
  reader_invited: { by: string; acts: boolean; day: string; link: string };
  /** To the owner or to a reader. Contains no names. */
  reader_changed: {
    change: 'accepted' | 'refused' | 'left' | 'ended' | 'may_act' | 'may_see';
    at: string;
    link: string;
  };
  /** To a doctor: their deputy will be absent, too, and was removed. */
  deputy_away: { deputy: string; from: string; to: string; link: string };
  /** To an address that may have no account, or one of another kind. */
  assistant_invited: { name: string; by: string; day: string; link: string; account: 'none' | 'assistant' | 'other' };
  /** To the doctor, or to the assistant. */
  assistant_changed: {
    change: 'accepted' | 'refused' | 'left' | 'ended';
    name: string;
    doctor: string;
    at: string;
    link: string;
  };
  /** To the operator: a periodic task has not run for too long. */
  duty_overdue: { duty: string; since: string; reason: string; command: string };
  /** To the operator: a limit that can be set has refused somebody. */
  limit_reached: { setting: string };
  audit_mark: { day: string; mark: string; command: string };
  webhook_disabled: { host: string; since: string; reason: string; command: string };
  contact: { from: string; role: ActingKind; subject: string; message: string };
}
export type EmailTemplate = keyof EmailData;

export interface SmsData {
  /** The host binds the code to the portal, for browsers that fill it in (https://wicg.github.io/sms-one-time-codes). */
  code: { code: string; host: string };
  news: { link: string };
}
export type SmsTemplate = keyof SmsData;

export interface EmailText {
  subject: string;
  text: string;
}
export type EmailTexts = { [T in EmailTemplate]: (data: EmailData[T]) => EmailText };
/** Visible on a locked screen, so the text is the same for all news. */
export interface PushText {
  title: string;
  body: string;
}
export type SmsTexts = { [T in SmsTemplate]: (data: SmsData[T]) => string };

/** Paragraphs separated by an empty line. */
export const letter = (subject: string, ...paragraphs: string[]): EmailText => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
});

/** Subject and list of news: a single one has its own subject, several are listed. `first`: a line as it begins after the greeting. */
export const newsLetter = (
  { counts }: EmailData['news'],
  words: Record<NoticeKind, { one: string; many: (count: number) => string }>,
  { several, hello, first }: { several: string; hello: string; first: (line: string) => string },
  ...rest: string[]
): EmailText => {
  const kinds = noticeKinds.filter((kind) => counts[kind]);
  const lines = kinds.map((kind) => ((counts[kind] ?? 0) > 1 ? words[kind].many(counts[kind] ?? 0) : words[kind].one));
  return lines.length === 1
    ? letter(lines[0] ?? several, hello, `${first(lines[0] ?? several)}.`, ...rest)
    : letter(several, hello, `${first(several)}:`, lines.map((line) => `- ${line}`).join('\n'), ...rest);
};
