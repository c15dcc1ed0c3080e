import { inEachLanguage, textsOf } from '@konsil/server-platform/locale-texts';
import type { EmailTexts, PushText, SmsTexts } from './texts/templates.ts';

/** The texts of a language are code, because sentences depend on the data. */
const noticeTexts = textsOf<{ emails: EmailTexts; sms: SmsTexts; push: PushText; openHere: string }>((locale) =>
  require(`./locales/${locale}.ts`),
);
export const emailTexts = inEachLanguage((locale) => noticeTexts[locale].emails);
export const smsTexts = inEachLanguage((locale) => noticeTexts[locale].sms);
export const pushTexts = inEachLanguage((locale) => noticeTexts[locale].push);
export const openHere = inEachLanguage((locale) => noticeTexts[locale].openHere);
export type { EmailData, EmailTemplate, SmsData, SmsTemplate } from './texts/templates.ts';
