import * as z from 'zod/mini';
import { forEachSwitch } from './channels.ts';
import { locales, passwordRules, roles } from './codes.ts';
import {
  ruleAcrossFields,
  givenIdSchema,
  idParams,
  idSchema,
  momentSchema,
  okSchema,
  optionalText,
  requiredText,
} from './common.ts';
import { isBsnr, isLanr } from './doctor-numbers.ts';
import { draftRoutes } from './drafts.ts';
import { legalTextRoutes } from './legal-texts.ts';
import { patientFieldsSchema, patientSchema } from './patients.ts';
import { priceSchema } from './prices.ts';
import { defineRoute } from './route.ts';
import { chosenKeysSchema, shortcutKeysSchema } from './shortcuts.ts';
import { emailSchema, otpSchema, signInRoutes, tokensSchema } from './sign-in.ts';

export { emailSchema, isLoggedInSchema, loginSchema, otpSchema, registrationSteps, tokensSchema } from './sign-in.ts';
export type { IsLoggedIn, Login, RegistrationStep, Tokens } from './sign-in.ts';

export const newPasswordSchema = z.string('passwordMissing').check(
  z.minLength(1, 'passwordMissing'),
  z.maxLength(256, 'tooLong'),
  z.refine((value) => value === '' || passwordRules.every((rule) => rule.test(value)), 'passwordRule'),
);

const samePasswords = ruleAcrossFields<{ password: string; confirm_password: string }>(
  ['password', 'confirm_password'],
  (form) => form.password === form.confirm_password,
  { message: 'passwordsDiffer', path: ['confirm_password'] },
);

/**
 * The mobile number in the specification's form: empty below 5 characters, otherwise with a plus. German notation (0171
 * …) becomes +49171….
 */
export const wirePhone = (typed: string): string => {
  // +49 (0)171 …: the 0 in brackets is for domestic calls only.
  const digits = typed.replace(/^(\s*(?:\+|00)[\d\s]*)\(0\)/, '$1').replace(/[^\d+]/g, '');
  if (digits.length < 5) return '';
  if (digits.startsWith('+')) return digits;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  if (digits.startsWith('0')) return `+49${digits.slice(1)}`;
  return `+${digits}`;
};
/** Format only (E.164); the server also checks that the number is possible. */
export const phoneSchema = z
  .string('phoneMissing')
  .check(z.trim(), z.minLength(1, 'phoneMissing'), z.regex(/^\+[1-9]\d{6,14}$/, 'phoneInvalid'));
const typedPhone = z.string('phoneMissing').check(
  z.trim(),
  z.refine((value) => value === '' || wirePhone(value) !== '', 'phoneInvalid'),
);
/** A phone number of a form field: typed in any notation, sent in E.164. */
export const typedPhoneSchema = z.pipe(z.pipe(typedPhone, z.transform(wirePhone)), phoneSchema);

export const signupSchema = z
  .object({
    email: emailSchema,
    password: newPasswordSchema,
    confirm_password: z.string('passwordNotRepeated').check(z.minLength(1, 'passwordNotRepeated')),
    consent: z.literal(true, 'consentMissing'),
    /** The id of the accepted terms of use: required while there are some in force. */
    terms: z.optional(givenIdSchema('termsMissing')),
    locale: z.optional(z.enum(locales)),
  })
  .check(samePasswords);

/**
 * The personal data of the registration; creates the first patient of a patient account. The address may follow later,
 * before the first sending.
 */
export const userDataSchema = z.extend(z.omit(patientFieldsSchema, { phone: true }), {
  Handynummer: phoneSchema,
  street: z.optional(optionalText(200)),
  house_number: z.optional(optionalText(20)),
  zipcode: z.optional(z.string('zipcodeRule').check(z.trim(), z.regex(/^\d{0,5}$/, 'zipcodeRule'))),
  city: z.optional(optionalText(100)),
});
export type UserData = z.infer<typeof userDataSchema>;
/** The personal data of the registration as form input. */
export const userDataFormSchema = z.extend(userDataSchema, { Handynummer: typedPhoneSchema });

export const otpSentSchema = z.object({ resend_at: momentSchema, expires_at: momentSchema });
export type OtpSent = z.infer<typeof otpSentSchema>;
export const linkTokenSchema = z.object({ token: z.string().check(z.minLength(10), z.maxLength(200)) });

export const currentPassword = z
  .string('passwordMissing')
  .check(z.minLength(1, 'passwordMissing'), z.maxLength(256, 'tooLong'));
export const resetPasswordSchema = z
  .object({
    token: z.string().check(z.minLength(10), z.maxLength(200)),
    password: newPasswordSchema,
    confirm_password: z.string('passwordNotRepeated'),
  })
  .check(samePasswords);
export type ResetPassword = z.infer<typeof resetPasswordSchema>;
export const changePasswordSchema = z
  .object({
    current_password: currentPassword,
    password: newPasswordSchema,
    confirm_password: z.string('passwordNotRepeated'),
  })
  .check(samePasswords);
export const changeEmailSchema = z.object({ email: emailSchema, current_password: currentPassword });
export const changePhoneSchema = z.object({ Handynummer: phoneSchema, current_password: z.optional(currentPassword) });

export const sessionSchema = z.object({
  id: idSchema,
  current: z.boolean(),
  /** Browser and system as text, e.g. `Firefox, Windows`. */
  device: z.string(),
  created_at: momentSchema,
  last_seen_at: momentSchema,
});
export type Session = z.infer<typeof sessionSchema>;

/** The reason why a sign-in failed. */
export const signInFailures = [
  'unknown_account',
  'wrong_password',
  'wrong_code',
  'too_many',
  'account_closed',
  'other_device',
  'passkey_refused',
  'provider_refused',
] as const;
export type SignInFailure = (typeof signInFailures)[number];
/** The list of recent sign-ins ends here. */
export const mostSignIns = 30;
/** A successful or failed sign-in: from where, and the reason of a failure. */
export const signInSchema = z.object({
  id: z.string(),
  at: momentSchema,
  result: z.enum(['allowed', 'denied']),
  reason: z.nullable(z.enum(signInFailures)),
  /** Browser and system as text; empty if unknown. */
  device: z.string(),
  /** The network of the IP address, such as 203.0.113.0/24; empty if unknown. */
  network: z.string(),
});
export type SignIn = z.infer<typeof signInSchema>;

export const accountSchema = z.object({
  email: z.string(),
  pending_email: z.nullable(z.string()),
  phone: z.string(),
  full_name: z.string(),
  role: z.enum(roles),
  locale: z.enum(locales),
  /** Missing if the password has not changed since changes are recorded. */
  password_changed_at: z.optional(momentSchema),
  /** True for those who sign in by an identity provider or a passkey only. */
  no_password: z.optional(z.boolean()),
  second_factor: z.boolean(),
  recovery_codes_left: z.int(),
  /** The account holder's own patient record; null for doctors. */
  own_patient: z.nullable(patientSchema),
  erasure_at: z.nullable(momentSchema),
  /** A legal hold stops the erasure that was asked for: the account stays until the hold ends. */
  erasure_held: z.optional(z.boolean()),
  /** Patients only: without the consent to health data the account can only be read, exported and erased. */
  consent_withdrawn_at: z.nullable(momentSchema),
  /** Doctors only. */
  doctor: z.nullable(
    z.object({
      title: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      specialty: z.string(),
      city: z.string(),
      languages: z.array(z.string()),
      reply_days: z.int(),
      accepts_cases: z.boolean(),
      about_de: z.string(),
      about_en: z.string(),
      topics: z.string(),
      price_de: z.optional(z.string()),
      price_en: z.optional(z.string()),
      practice_name: z.string(),
      practice_address: z.string(),
      practice_phone: z.string(),
      practice_email: z.string(),
      lanr: z.string(),
      bsnr: z.string(),
    }),
  ),
});
export type Account = z.infer<typeof accountSchema>;

const numberOf = (isNumber: (text: string) => boolean) =>
  z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isNumber(text), 'nineDigits'),
  );
export const doctorProfileSchema = z.object({
  title: optionalText(40),
  first_name: requiredText('firstNameMissing', 100),
  last_name: requiredText('lastNameMissing', 100),
  specialty: requiredText('specialtyMissing', 200),
  city: requiredText('cityMissing', 100),
  /** The doctor's languages, ISO 639-1. */
  languages: z
    .array(z.string().check(z.regex(/^[a-z]{2}$/)))
    .check(z.minLength(1, 'selectOption'), z.maxLength(30, 'tooMany')),
  reply_days: z.int('replyDaysInvalid').check(z.minimum(1, 'replyDaysInvalid'), z.maximum(60, 'replyDaysInvalid')),
  accepts_cases: z.boolean(),
  /** About themselves in German and English, and what patients often ask them. Left out, they stay as they are. */
  about_de: z.optional(optionalText(1500)),
  about_en: z.optional(optionalText(1500)),
  topics: z.optional(optionalText(200)),
  price_de: z.optional(priceSchema),
  price_en: z.optional(priceSchema),
  /** The letterhead. If omitted, it does not change. */
  practice_name: z.optional(optionalText(120)),
  practice_address: z.optional(optionalText(200)),
  practice_phone: z.optional(optionalText(40)),
  practice_email: z.optional(optionalText(200)),
  /** The numbers of German statutory health care for a physician and a place of practice. */
  lanr: z.optional(numberOf(isLanr)),
  bsnr: z.optional(numberOf(isBsnr)),
});
export type DoctorProfile = z.infer<typeof doctorProfileSchema>;

const listName = z.string().check(z.maxLength(60));
const listFilters = z.string().check(z.maxLength(2000));
/** Maximum number of lists with saved filters. */
export const mostLists = 50;
const notTooMany = z.refine<Record<string, unknown>>((filters) => Object.keys(filters).length <= mostLists, 'tooMany');
export const settingsSchema = z.object({
  locale: z.enum(locales),
  /** Patients only: texts in simple language; missing until chosen. */
  simple_texts: z.optional(z.boolean()),
  notify_email: z.enum(['each', 'daily', 'none']),
  ...forEachSwitch(() => z.boolean()),
  shortcuts: z.boolean(),
  /** The keys of the doctor portal. */
  keys: shortcutKeysSchema,
  /** Doctors only: a decision about a case in the inbox selects the next one. */
  goes_on: z.boolean(),
  /** Saved filters by list name; free form for the interface, no health data. */
  filters: z.record(listName, listFilters).check(notTooMany),
});
/** A partial update of the settings; only the named lists' filters change, null deletes those of a list. */
export const changedSettingsSchema = z.partial(
  z.extend(settingsSchema, {
    filters: z.record(listName, z.nullable(listFilters)).check(notTooMany),
    keys: chosenKeysSchema,
  }),
);
export type Settings = z.infer<typeof settingsSchema>;

export const contactSchema = z.object({
  subject: requiredText('subjectMissing', 200),
  message: requiredText('messageMissing', 5000),
});
export const secondFactorSetupSchema = z.object({ secret: z.string(), uri: z.string() });
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });

export const accountRoutes = {
  ...signInRoutes,
  ...draftRoutes,
  signup: defineRoute({
    method: 'POST',
    path: '/account/api/signup',
    documented: true,
    status: 201,
    summary: 'Register a patient account',
    body: signupSchema,
    response: okSchema,
  }),
  saveUserData: defineRoute({
    method: 'POST',
    path: '/account/userdata/post',
    documented: true,
    summary: 'Personal data of the registration',
    body: userDataSchema,
    response: otpSentSchema,
  }),
  sendCode: defineRoute({
    method: 'POST',
    path: '/account/phonenumber',
    documented: true,
    summary: 'Set the mobile number and send a code to it',
    body: changePhoneSchema,
    response: otpSentSchema,
  }),
  checkCode: defineRoute({
    method: 'POST',
    path: '/account/otp',
    documented: true,
    summary: 'Check the code from the SMS',
    body: otpSchema,
    response: tokensSchema,
  }),

  confirmEmail: defineRoute({
    method: 'POST',
    path: '/account/confirm',
    summary: 'Confirm an e-mail address by its link',
    body: linkTokenSchema,
    response: z.object({ email: z.string() }),
  }),
  resendConfirmation: defineRoute({
    method: 'POST',
    path: '/account/confirm/resend',
    status: 202,
    summary: 'Send the confirmation link again; the same answer for every address',
    body: z.object({ email: emailSchema }),
    response: okSchema,
  }),
  changeUnconfirmedEmail: defineRoute({
    method: 'POST',
    path: '/account/confirm/change',
    status: 202,
    summary: 'Correct the address before it is confirmed',
    body: z.object({ email: emailSchema, password: currentPassword, new_email: emailSchema }),
    response: okSchema,
  }),
  forgotPassword: defineRoute({
    console: 'too',
    method: 'POST',
    path: '/account/password/forgot',
    status: 202,
    summary: 'Send a reset link; the same answer for every address',
    body: z.object({ email: emailSchema }),
    response: okSchema,
  }),
  resetPassword: defineRoute({
    console: 'too',
    method: 'POST',
    path: '/account/password/reset',
    summary: 'Set a new password by the link of a reset or an invitation',
    body: resetPasswordSchema,
    response: z.object({ email: z.string() }),
  }),
  changePassword: defineRoute({
    console: 'too',
    method: 'POST',
    path: '/account/password',
    summary: 'Change the password; all other sessions end',
    body: changePasswordSchema,
    response: tokensSchema,
  }),
  changeEmail: defineRoute({
    method: 'POST',
    path: '/account/email',
    status: 202,
    summary: 'Change the e-mail address; both addresses are told',
    body: changeEmailSchema,
    response: okSchema,
  }),
  resendEmailChange: defineRoute({
    method: 'POST',
    path: '/account/email/resend',
    status: 202,
    summary: 'Send the link to the address that waits again',
    response: okSchema,
  }),
  cancelEmailChange: defineRoute({
    method: 'DELETE',
    path: '/account/email',
    summary: 'Take a change of address back that waits',
    response: accountSchema,
  }),
  getAccount: defineRoute({ method: 'GET', path: '/account/me', summary: 'My account', response: accountSchema }),
  saveDoctorProfile: defineRoute({
    method: 'PUT',
    path: '/account/doctor',
    summary: "The doctor's entry in the directory",
    body: doctorProfileSchema,
    response: accountSchema,
  }),
  listSessions: defineRoute({
    console: 'too',
    method: 'GET',
    path: '/account/sessions',
    summary: 'Where I am signed in',
    response: z.array(sessionSchema),
  }),
  listSignIns: defineRoute({
    console: 'too',
    method: 'GET',
    path: '/account/sign-ins',
    summary: 'The last sign-ins to my account, also failed ones, newest first',
    response: z.array(signInSchema),
  }),
  endSession: defineRoute({
    console: 'too',
    method: 'DELETE',
    path: '/account/sessions/:id',
    summary: 'End one session',
    params: idParams,
    response: okSchema,
  }),
  endOtherSessions: defineRoute({
    console: 'too',
    method: 'DELETE',
    path: '/account/sessions',
    summary: 'End all other sessions',
    response: okSchema,
  }),
  startSecondFactor: defineRoute({
    console: 'too',
    method: 'POST',
    path: '/account/secondfactor',
    summary: 'Begin with an authenticator app',
    body: z.object({ current_password: currentPassword }),
    response: secondFactorSetupSchema,
  }),
  confirmSecondFactor: defineRoute({
    console: 'too',
    method: 'POST',
    path: '/account/secondfactor/confirm',
    summary: 'Switch the second factor on',
    body: otpSchema,
    response: recoveryCodesSchema,
  }),
  postponeSecondFactor: defineRoute({
    method: 'POST',
    path: '/account/secondfactor/later',
    summary: 'Be asked for a second factor again later',
    response: okSchema,
  }),
  removeSecondFactor: defineRoute({
    method: 'POST',
    path: '/account/secondfactor/remove',
    summary: 'Switch the second factor off',
    body: z.object({ current_password: currentPassword }),
    response: okSchema,
  }),
  getSettings: defineRoute({
    console: 'too',
    method: 'GET',
    path: '/account/settings',
    summary: 'Language, notifications, filters',
    response: settingsSchema,
  }),
  saveSettings: defineRoute({
    console: 'too',
    method: 'PUT',
    path: '/account/settings',
    summary: 'Change some of the settings',
    body: changedSettingsSchema,
    response: settingsSchema,
  }),
  contactOperator: defineRoute({
    method: 'POST',
    path: '/account/contact',
    status: 202,
    summary: 'Write to the operator',
    body: contactSchema,
    response: okSchema,
  }),
  ...legalTextRoutes,
};
