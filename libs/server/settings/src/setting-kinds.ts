import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { asciiAddress } from '@konsil/contracts/mail-address';
import { emailSchema } from '@konsil/contracts/sign-in';
import { eventsServersOf } from './events-url.ts';
import { hostsOf } from './hosts.ts';
import { readProviders } from './identity-providers.ts';

export const portNumber = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(1, 'must be a port number')
  .max(65_535, 'must be a port number');
export const port = (standard: number) => portNumber.default(standard);
export const positive = (standard: number, most: number) =>
  z.coerce
    .number('must be a number')
    .positive('must be more than 0')
    .max(most, `must be at most ${most}`)
    .default(standard);
/** The size of a limit, if not its default. */
export const size = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(10_000_000, 'must be at most 10000000')
  .optional();
export const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 1 or 0')
  .transform((value) => value === '1' || value === 'true');
export const openingHours = z.string().trim().min(1, 'must not be empty').max(200, 'must be at most 200 characters');
export const origin = z.string().transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username)
    return url.origin;
  context.addIssue('must be an origin like https://portal.example.org');
  return z.NEVER;
});
export const address = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );
export const databaseUrl = z.string().transform((value, context) => {
  try {
    hostsOf(value);
    return value;
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
});
export const eventsUrl = z.string().transform((value, context) => {
  try {
    eventsServersOf(value);
    return value;
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
});
export const toPattern = (value: string, context: z.RefinementCtx): RegExp => {
  try {
    return new RegExp(value);
  } catch {
    context.addIssue('must be a regular expression');
    return z.NEVER;
  }
};
export const jsonRecord = z.string().transform((value, context) => {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(value));
  } catch {
    context.addIssue('must be a JSON object of texts, like {"authorization": "Bearer …"}');
    return z.NEVER;
  }
});
export const isOnThisMachine = (url: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
export const isZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};
// The common rule for email addresses, including umlaut domains.
export const mailAddress = z.string().transform((value, context) => {
  const checked = emailSchema.safeParse(value);
  if (checked.success) return checked.data;
  context.addIssue('must be an e-mail address');
  return z.NEVER;
});
export const withAsciiAddress = (value: string): string => value.replace(/[^\s<>@]+@[^\s<>@]+/, asciiAddress);
export const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );
export const networks = list.refine(
  (named) => named.every((network) => ipaddr.isValidCIDR(network) || ipaddr.isValid(network)),
  'must be networks like 192.0.2.0/24, or addresses, separated by commas',
);
export const eventTarget = z.string().transform((value) => (value === 'stdout' ? value : resolve(value)));
export const readableFile = z.string().transform((path, context) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    context.addIssue('must be a readable file');
    return z.NEVER;
  }
});

export const providersFile = z
  .string()
  .transform((path, context) => {
    const read = readProviders(path);
    if ('providers' in read) return read.providers;
    for (const fault of read.faults) context.addIssue(fault);
    return z.NEVER;
  })
  .optional();
