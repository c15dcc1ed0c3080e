/** What each e-mail is filled with. Never health data: an e-mail says that something is there, not what. */
export interface EmailData {
  confirm_email: { link: string };
  already_registered: { link: string };
  reset_password: { link: string };
  invitation: { name: string; link: string };
  password_changed: { at: string };
  confirm_new_email: { link: string };
  email_change_requested: { newEmail: string };
  email_changed: { newEmail: string };
  phone_changed: { ending: string };
  second_factor_changed: { on: boolean };
  sign_in_attempts: { at: string };
  document_infected: { link: string };
  contact: { from: string; role: string; subject: string; message: string };
}
export type EmailTemplate = keyof EmailData;

export interface SmsData {
  code: { code: string };
}
export type SmsTemplate = keyof SmsData;

export interface EmailText {
  subject: string;
  text: string;
}
export type EmailTexts = { [T in EmailTemplate]: (data: EmailData[T]) => EmailText };
export type SmsTexts = { [T in SmsTemplate]: (data: SmsData[T]) => string };

/** Paragraphs with an empty line between them. */
export const letter = (subject: string, ...paragraphs: string[]): EmailText => ({ subject, text: `${paragraphs.join('\n\n')}\n` });
