import * as z from 'zod/mini';
import { signInAddresses } from './addresses.ts';
import { accountKinds, locales } from './codes.ts';
import { idSchema, momentSchema, okSchema } from './common.ts';
import { asciiAddress } from './mail-address.ts';
import { defineRoute } from './route.ts';

// Separate from the other account contracts, because everybody's first page needs only these.

// Like zod's own, plus top-level domains of other scripts (`xn--p1ai`).
const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]{2,59})$/i;
export const emailSchema = z
  .string('emailMissing')
  .check(
    z.trim(),
    z.overwrite(asciiAddress),
    z.minLength(1, 'emailMissing'),
    z.maxLength(254, 'emailInvalid'),
    z.regex(emailPattern, 'emailInvalid'),
  );

/**
 * The missing registration step; `done` opens the product. Operators have `second_factor` instead of the middle ones,
 * doctors after them if the operator demands it.
 */
export const registrationSteps = ['confirm_email', 'userdata', 'code', 'second_factor', 'done'] as const;
export type RegistrationStep = (typeof registrationSteps)[number];

export const loginSchema = z.object({
  email: emailSchema,
  password: z.string('passwordMissing').check(z.minLength(1, 'passwordMissing'), z.maxLength(256, 'tooLong')),
  /** The second factor, if the account has one: six digits or a recovery code. */
  code: z.optional(z.string().check(z.maxLength(40))),
});
export type Login = z.infer<typeof loginSchema>;

/** After this many wrong attempts an SMS code is invalid, even if it is typed correctly (docs/security.md AU4). */
export const codeTries = 5;
/** A code from an SMS or an authenticator app. */
export const otpSchema = z.object({
  code: z.string('codeMissing').check(z.trim(), z.minLength(1, 'codeMissing'), z.maxLength(20, 'wrongCode')),
});

export const tokensSchema = z.object({ CSRF_Token: z.string(), Authorization: z.string() });
export type Tokens = z.infer<typeof tokensSchema>;

export const isLoggedInSchema = z.object({
  user_patient_id: idSchema,
  /** The kind whose portal it is. */
  role: z.enum(accountKinds),
  /** The account of an assistant, in the doctors' portal. */
  assistant: z.optional(z.boolean()),
  user_fullname: z.string(),
  email: z.string(),
  locale: z.enum(locales),
  /** Missing until chosen. */
  simple_texts: z.optional(z.boolean()),
  registration: z.enum(registrationSteps),
  second_factor: z.boolean(),
  /** The owner is to be asked for a second factor, which is not on. */
  second_factor_advised: z.boolean(),
  expires_at: momentSchema,
  absolute_expires_at: momentSchema,
});
export type IsLoggedIn = z.infer<typeof isLoggedInSchema>;

export const signInRoutes = {
  login: defineRoute({
    console: 'too',
    ...signInAddresses.login,
    documented: true,
    summary: 'Sign in',
    body: loginSchema,
    response: tokensSchema,
  }),
  logout: defineRoute({
    console: 'too',
    ...signInAddresses.logout,
    documented: true,
    summary: 'Sign out',
    response: okSchema,
  }),
  isLoggedIn: defineRoute({
    console: 'too',
    ...signInAddresses.isLoggedIn,
    documented: true,
    summary: 'Who is signed in',
    response: isLoggedInSchema,
  }),
  extendSession: defineRoute({
    console: 'too',
    ...signInAddresses.extendSession,
    summary: 'Go on',
    response: z.object({ expires_at: momentSchema, absolute_expires_at: momentSchema }),
  }),
};
