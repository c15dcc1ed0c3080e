import type { Locale } from '@konsil/contracts/codes';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';
import type { EmailTexts, SmsTexts } from './texts/templates.ts';

/** The texts of all emails and SMS in both languages. */
export const emailTexts: Record<Locale, EmailTexts> = { de: de.emails, en: en.emails };
export const smsTexts: Record<Locale, SmsTexts> = { de: de.sms, en: en.sms };
export type { EmailData, EmailTemplate, SmsData, SmsTemplate } from './texts/templates.ts';
