import { expect, request } from '@playwright/test';
import { origins } from './installation.ts';

export interface Letter {
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  created_at: string;
}

/** Emails and SMS to an address or number, newest first. */
export const lettersTo = async (to: string): Promise<Letter[]> => {
  const context = await request.newContext();
  try {
    const letters = (await (await context.get(`${origins.api}/dev/outbox.json`)).json()) as Letter[];
    return letters.filter((letter) => letter.to === to);
  } finally {
    await context.dispose();
  }
};

const newest = async (to: string, pattern: RegExp): Promise<string> => {
  let found = '';
  await expect
    .poll(
      async () => {
        for (const { text } of await lettersTo(to)) {
          found = pattern.exec(text)?.[1] ?? '';
          if (found) break;
        }
        return found;
      },
      { message: `a letter to ${to} with ${pattern}` },
    )
    .not.toBe('');
  return found;
};

/** The link in the newest email to an address that has one; waits until it is sent. */
export const linkIn = (email: string, pattern = /(https?:\/\/\S+)/): Promise<string> => newest(email, pattern);
/** The verification code in the newest SMS to a number; waits until it is sent. */
export const codeFor = (phone: string): Promise<string> => newest(phone, /(\d{6})/);
