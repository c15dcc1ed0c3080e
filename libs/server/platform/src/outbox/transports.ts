import { createTransport } from 'nodemailer';
import type { TextChannel } from '@konsil/contracts/channels';
import type { Env } from '@konsil/server-settings/env';
import { secondMs } from '../clock.ts';
import { LoggableFailure } from '../failure-reason.ts';
import type { Letter } from './outbox.ts';
import { measureCall } from '../service-times.ts';
import { traceHeaders } from '../tracing/tracing.ts';

/** Sends a message; throws if it was not sent. `id` is the same on every retry. */
export type SendLetter = (letter: Letter, id: string) => Promise<void>;

/** A permanent refusal, without retry. The message is safe to log. */
export class PermanentRefusal extends LoggableFailure {
  /** The transport has logged the reason, which many messages share. */
  readonly isLogged: boolean;

  constructor(message: string, { isLogged = false } = {}) {
    super(message);
    this.isLogged = isLogged;
  }
}

/** A service asks to be called again no earlier than after this time. */
export class Postponed extends LoggableFailure {
  constructor(
    message: string,
    readonly waitMs: number,
  ) {
    super(message);
  }
}

const outcomeOf = (failure: unknown) => (failure instanceof PermanentRefusal ? 'refused' : 'failed');
/** Measures a transport. */
const measured = (service: 'smtp' | TextChannel, carry: SendLetter): SendLetter => {
  return (letter, id) => measureCall(service, () => carry(letter, id), outcomeOf);
};

interface SmtpFailure {
  command?: string;
  responseCode?: number;
  response?: string;
}
/**
 * 5yz to an address or message (RFC 5321 4.2.1); policy refusals (X.7.X of RFC 3463, such as relaying) concern us and
 * are temporary.
 */
const refusedForGood = ({ command, responseCode = 0, response = '' }: SmtpFailure): boolean =>
  (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500 && !/^\d{3}[ -]5\.7\./.test(response);

/** The address of the installation, after the name of a clinic and its own. */
export const fromOf = ({ MAIL_FROM }: Pick<Env, 'MAIL_FROM'>, { sender }: Pick<Letter, 'sender'>) => {
  if (!sender) return MAIL_FROM;
  const [, name = '', address = MAIL_FROM] = /^(.*?)\s*<([^>]+)>$/.exec(MAIL_FROM.trim()) ?? [];
  return { name: `${sender} · ${name.replaceAll('"', '') || 'Konsil'}`, address };
};

type SmtpEnv = Pick<Env, 'SMTP_URL' | 'smtpNeedsTls'>;
const connectionOf = ({ SMTP_URL, smtpNeedsTls }: SmtpEnv) => ({ url: SMTP_URL, requireTLS: smtpNeedsTls });

/** Connects and signs in to the mail server without sending an e-mail. */
export const trySmtp = async (env: SmtpEnv, patienceMs: number): Promise<void> => {
  const transport = createTransport({
    ...connectionOf(env),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
};

/** By SMTP. Without SMTP_URL (never in production) emails stay in /dev/outbox. */
export const emailCarrier = (
  env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'OPERATOR_EMAIL' | 'smtpNeedsTls'>,
): { carry: SendLetter; close: () => void } => {
  if (!env.SMTP_URL) return { carry: async () => undefined, close: () => undefined };
  const transport = createTransport({
    ...connectionOf(env),
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: 20 * secondMs,
  });
  const domain = env.MAIL_FROM.replace(/^.*@|>.*$/g, '');
  return {
    carry: measured('smtp', async (letter, id) => {
      await transport
        .sendMail({
          from: fromOf(env, letter),
          to: letter.to,
          subject: letter.subject,
          text: letter.text,
          ...(letter.html ? { html: letter.html } : {}),
          messageId: `<${id}@${domain}>`,
          // E-mails ask for a reply if something is wrong; the reply reaches the operator.
          replyTo: letter.replyTo ?? env.OPERATOR_EMAIL,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        .catch((failure: SmtpFailure) => {
          throw refusedForGood(failure) ? new PermanentRefusal(`SMTP ${failure.responseCode}`) : failure;
        });
    }),
    close: () => transport.close(),
  };
};

const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => JSON.stringify(values[name] ?? '').slice(1, -1));

type TextEnv = Pick<
  Env,
  'SMS_GATEWAY_URL' | 'SMS_GATEWAY_HEADERS' | 'SMS_GATEWAY_BODY' | 'SMS_GATEWAY_OK' | 'SMS_GATEWAY_REFUSED'
>;
/**
 * By any HTTPS gateway: URL, headers and JSON body are settings. Without one (never in production) SMS stay in
 * /dev/outbox.
 */
export const smsCarrier = (env: TextEnv): SendLetter => {
  const { SMS_GATEWAY_URL: url } = env;
  if (!url) return async () => undefined;
  return measured('sms', async (letter, id) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...env.SMS_GATEWAY_HEADERS, ...traceHeaders() },
      body: fill(env.SMS_GATEWAY_BODY, { to: letter.to, text: letter.text, id }),
      redirect: 'error',
      signal: AbortSignal.timeout(15 * secondMs),
    });
    const answer = await response.text();
    if (env.SMS_GATEWAY_REFUSED?.test(answer))
      throw new PermanentRefusal(`The SMS gateway answered ${response.status}.`);
    if (!response.ok || !env.SMS_GATEWAY_OK.test(answer))
      throw new LoggableFailure(`The SMS gateway answered ${response.status}.`);
  });
};

/** The services of the channels to phones. */
export const textCarriers = (env: TextEnv): Record<TextChannel, SendLetter> => ({ sms: smsCarrier(env) });
