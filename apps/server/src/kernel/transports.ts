import { createTransport } from 'nodemailer';
import type { Env } from '../env.ts';
import { secondMs } from './clock.ts';
import type { Letter } from './outbox.ts';

/** Carries a letter away; throws when it did not leave. `id` stays the same when it is tried again. */
export type Carry = (letter: Letter, id: string) => Promise<void>;

/** By SMTP. Without an SMTP_URL (never in production) the letter stays in /dev/outbox. */
export const emailCarrier = (env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'smtpNeedsTls'>): { carry: Carry; close: () => void } => {
  if (!env.SMTP_URL) return { carry: async () => undefined, close: () => undefined };
  const transport = createTransport({ url: env.SMTP_URL, requireTLS: env.smtpNeedsTls, pool: true, maxConnections: 3, connectionTimeout: 10 * secondMs, greetingTimeout: 10 * secondMs, socketTimeout: 20 * secondMs });
  const domain = env.MAIL_FROM.replace(/^.*@|>.*$/g, '');
  return {
    carry: async (letter, id) => {
      await transport.sendMail({
        from: env.MAIL_FROM, to: letter.to, subject: letter.subject, text: letter.text, messageId: `<${id}@${domain}>`,
        ...(letter.replyTo ? { replyTo: letter.replyTo } : {}),
        headers: { 'Auto-Submitted': 'auto-generated' }, disableFileAccess: true, disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
};

const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => JSON.stringify(values[name] ?? '').slice(1, -1));

/** By any HTTPS gateway: address, headers and JSON body are settings. Without one (never in production) the SMS stays in /dev/outbox. */
export const smsCarrier = (env: Pick<Env, 'SMS_GATEWAY_URL' | 'SMS_GATEWAY_HEADERS' | 'SMS_GATEWAY_BODY' | 'SMS_GATEWAY_OK'>): Carry => {
  const { SMS_GATEWAY_URL: url } = env;
  if (!url) return async () => undefined;
  return async (letter, id) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...env.SMS_GATEWAY_HEADERS },
      body: fill(env.SMS_GATEWAY_BODY, { to: letter.to, text: letter.text, id }),
      redirect: 'error',
      signal: AbortSignal.timeout(15 * secondMs),
    });
    const answer = await response.text();
    if (!response.ok || !env.SMS_GATEWAY_OK.test(answer)) throw new Error(`The SMS gateway answered ${response.status}.`);
  };
};
