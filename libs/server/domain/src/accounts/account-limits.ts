import type { FastifyRequest } from 'fastify';
import { dayMs, hourMs, minuteMs, secondMs } from '@konsil/server-platform/clock';
import { isInNetworks, subnetOf, type Hit, type Limit, type LimitPace } from '@konsil/server-platform/limits';

const limit = (name: string, most: number, windowMs: number): Limit => ({ name, most, windowMs });

/**
 * The rate limits (docs/security.md AU3 to AU5, A2 to A4). Those of an account or a number are strict; those of an address or a
 * prefix leave room for the hundreds who share one (docs/operating.md).
 */
const limits = {
  signInAccount: limit('sign-in:account', 10, 15 * minuteMs),
  signInDevice: limit('sign-in:device', 10, 15 * minuteMs),
  signInAddress: limit('sign-in:ip', 100, 15 * minuteMs),
  signInNetwork: limit('sign-in:net', 300, 15 * minuteMs),
  signInEverywhere: limit('sign-in:all', 2000, 15 * minuteMs),
  signInCrowded: limit('sign-in:ip-crowded', 3, 15 * minuteMs),
  signInCrowdedNetwork: limit('sign-in:net-crowded', 10, 15 * minuteMs),
  secondFactorDevice: limit('second-factor:device', 8, 15 * minuteMs),
  secondFactorDeviceDay: limit('second-factor:device-day', 50, dayMs),
  secondFactorFrom: limit('second-factor:ip', 8, 15 * minuteMs),
  secondFactor: limit('second-factor', 20, 15 * minuteMs),
  secondFactorDay: limit('second-factor:day', 100, dayMs),
  secondFactorSetup: limit('second-factor:setup', 8, 15 * minuteMs),
  mistyped: limit('second-factor:mistyped', 2, 15 * minuteMs),
  refusalRecord: limit('sign-in:record', 1, 15 * minuteMs),
  newDevice: limit('new-device', 5, dayMs),
  passkeyFrom: limit('passkey:ip', 60, 15 * minuteMs),
  passkeyNetwork: limit('passkey:net', 300, 15 * minuteMs),
  providerFrom: limit('provider:ip', 60, 15 * minuteMs),
  providerNetwork: limit('provider:net', 300, 15 * minuteMs),
  password: limit('password', 10, 15 * minuteMs),
  signUpMinute: limit('sign-up:ip', 5, minuteMs),
  signUpDay: limit('sign-up:ip-day', 200, dayMs),
  signUpNetwork: limit('sign-up:net-day', 1000, dayMs),
  signUpTaken: limit('sign-up:taken', 20, dayMs),
  correction: limit('correction', 3, 30 * dayMs),
  linkAsked: limit('link:asked', 3, 15 * minuteMs),
  link: limit('link:address', 3, 15 * minuteMs),
  linkDay: limit('link:address-day', 10, dayMs),
  linkFrom: limit('link:ip', 30, hourMs),
  token: limit('token:ip', 60, 15 * minuteMs),
  notice: limit('notice', 1, dayMs),
  smsPause: limit('sms:pause', 1, minuteMs),
  smsAccount: limit('sms:account', 3, 15 * minuteMs),
  smsAccountDay: limit('sms:account-day', 10, dayMs),
  smsNumberDay: limit('sms:number-day', 10, dayMs),
  smsFromDay: limit('sms:ip-day', 400, dayMs),
  smsPrefixDay: limit('sms:prefix-day', 1000, dayMs),
  smsDay: limit('sms:day', 5000, dayMs),
  newsSmsAccount: limit('news-sms:account-day', 10, dayMs),
  newsSmsNumber: limit('news-sms:number-day', 10, dayMs),
  clientTokenFrom: limit('client-token:ip', 1200, 15 * minuteMs),
  clientRefusal: limit('client-token:record', 1, 15 * minuteMs),
  appAllowed: limit('app:account-day', 50, dayMs),
  referral: limit('referral:client', 300, hourMs),
  referralLetter: limit('referral:address-day', 1, dayMs),
  contact: limit('contact', 5, hourMs),
  answerLetter: limit('answer-letter:account', 60, 15 * minuteMs),
  logo: limit('logo:account-day', 20, dayMs),
  archive: limit('archive:account', 60, hourMs),
  takeAway: limit('take-away:account-day', 20, dayMs),
  importBegun: limit('import:account-day', 60, dayMs),
  shareAccount: limit('share:account-day', 50, dayMs),
  readerInvited: limit('reader:account-day', 10, dayMs),
  readerAddress: limit('reader:address-day', 5, dayMs),
  assistantInvited: limit('assistant:account-day', 20, dayMs),
  shareOpened: limit('share:link', 120, hourMs),
  shareFrom: limit('share:ip', 120, 15 * minuteMs),
  shareNetwork: limit('share:net', 600, 15 * minuteMs),
};

/** The limits that the operator can set, by setting. */
export const limitSettings = {
  LIMIT_SIGN_UPS_MINUTE: limits.signUpMinute,
  LIMIT_SIGN_UPS_DAY: limits.signUpDay,
  LIMIT_SIGN_UPS_NETWORK_DAY: limits.signUpNetwork,
  LIMIT_SIGN_INS_ADDRESS: limits.signInAddress,
  LIMIT_SIGN_INS_NETWORK: limits.signInNetwork,
  LIMIT_LINKS_HOUR: limits.linkFrom,
  LIMIT_SMS_ADDRESS_DAY: limits.smsFromDay,
  LIMIT_SMS_PREFIX_DAY: limits.smsPrefixDay,
  LIMIT_SMS_DAY: limits.smsDay,
} as const;
/** The sizes that the settings give, by name of the limit. */
export const sizesOf = (env: Partial<Record<keyof typeof limitSettings, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(limitSettings).flatMap(([setting, { name }]) => {
      const size = env[setting as keyof typeof limitSettings];
      return size === undefined ? [] : [[name, size]];
    }),
  );

/** The settings by name of the limit. */
export const settingsOfLimits: Record<string, keyof typeof limitSettings> = Object.fromEntries(
  (Object.keys(limitSettings) as (keyof typeof limitSettings)[]).map((setting) => [
    limitSettings[setting].name,
    setting,
  ]),
);

const hit = (name: keyof typeof limits, subject: string): Hit => ({ limit: limits[name], subject });
const host = (request: FastifyRequest) => subnetOf(request.ip, false);
const network = (request: FastifyRequest) => subnetOf(request.ip, true);
/**
 * Counts per address. Hundreds of people share the address of a hospital, so trusted networks have none; accounts,
 * numbers and the whole installation are counted all the same.
 */
const from = (request: FastifyRequest, hits: () => Hit[]): Hit[] =>
  isInNetworks(request.ip, request.server.kernel.env.TRUSTED_NETWORKS) ? [] : hits();

export const signInHits = (request: FastifyRequest, email: string): Hit[] => [
  hit('signInAccount', email),
  ...from(request, () => [hit('signInAddress', host(request)), hit('signInNetwork', network(request))]),
];
/** Failed attempts across all accounts; spread by the address, whose own counter is one row anyway. */
export const everywhereHits = (email: string): Hit[] => [
  { ...hit('signInEverywhere', ''), spreadBy: email.toLowerCase() },
];
/** The few attempts an address has left after too many of those: a distributed attack locks nobody out. */
export const distributedAttackHits = (request: FastifyRequest): Hit[] =>
  from(request, () => [hit('signInCrowded', host(request)), hit('signInCrowdedNetwork', network(request))]);
/** The limit for devices that never signed in to this account. */
export const strangerHits = (email: string): Hit[] => [hit('signInAccount', email.toLowerCase())];
/** After three wrong attempts the wait is 2 s, then 4, 8 … up to two minutes before the tenth and last. */
export const signInPace: LimitPace = { free: 3, firstMs: 2 * secondMs };
/** A known device has its own counter: others cannot lock its owner out. */
export const knownDeviceHits = (device: string): Hit[] => [hit('signInDevice', device)];
/** The limits that block an account after too many attempts. */
export const accountHits = (accountId: string, email: string): Hit[] => [
  ...strangerHits(email),
  ...letterHits(email),
  ...correctionHits(accountId),
  ...[
    'secondFactor',
    'secondFactorDay',
    'secondFactorSetup',
    'password',
    'smsPause',
    'smsAccount',
    'smsAccountDay',
  ].map((name) => hit(name as keyof typeof limits, accountId)),
];
/**
 * Wrong codes after a right password. A known device has its own counter, so that others with the password cannot use
 * up the owner's; all other devices share one, so that many addresses do not help.
 */
export const secondFactorHits = (request: FastifyRequest, accountId: string, device: string | null): Hit[] =>
  device
    ? [hit('secondFactorDevice', device), hit('secondFactorDeviceDay', device)]
    : [
        hit('secondFactorFrom', `${accountId} ${host(request)}`),
        hit('secondFactor', accountId),
        hit('secondFactorDay', accountId),
      ];
/** Attempts with a passkey that did not sign in. */
export const passkeyHits = (request: FastifyRequest): Hit[] => [
  hit('passkeyFrom', host(request)),
  hit('passkeyNetwork', network(request)),
];
/** Cases that a backend client prepares for others. */
export const referralHits = (clientId: string): Hit[] => [hit('referral', clientId)];
/** E-mails to one address which say that a case was prepared. */
export const referralLetterHits = (email: string): Hit[] => [hit('referralLetter', email.toLowerCase())];
/** Requests for tokens of backend clients and apps, and of apps to be allowed. */
export const clientTokenHits = (request: FastifyRequest): Hit[] =>
  from(request, () => [hit('clientTokenFrom', host(request))]);
/** Apps that an account lets read. */
export const allowedAppHits = (accountId: string): Hit[] => [hit('appAllowed', accountId)];
/** The refused attempts that are audited. */
export const clientRefusalHits = (clientId: string, reason: string): Hit[] => [
  hit('clientRefusal', `${clientId} ${reason}`),
];
/** Sign-ins that begin with an identity provider: each may call it. */
export const providerHits = (request: FastifyRequest): Hit[] =>
  from(request, () => [hit('providerFrom', host(request)), hit('providerNetwork', network(request))]);
/** Wrong codes while an authenticator app is being set up. */
export const secondFactorSetupHits = (accountId: string): Hit[] => [hit('secondFactorSetup', accountId)];
/** Wrong codes on a known device that count as typing errors. */
export const wrongCodeHits = (device: string): Hit[] => [hit('mistyped', device)];
/** Refused sign-ins that are audited. */
export const refusalRecordHits = (request: FastifyRequest, email: string): Hit[] => [
  hit('refusalRecord', `${email.toLowerCase()} ${network(request)}`),
];
/** Emails about sign-ins from new devices. */
export const newDeviceHits = (accountId: string): Hit[] => [hit('newDevice', accountId)];
export const passwordHits = (accountId: string): Hit[] => [hit('password', accountId)];
export const signUpHits = (request: FastifyRequest): Hit[] =>
  from(request, () => [
    hit('signUpMinute', host(request)),
    hit('signUpDay', host(request)),
    hit('signUpNetwork', network(request)),
  ]);
/**
 * Answers that an address has an account. Fewer than sign-ups, which many people behind one address of a hospital need:
 * this is what tells somebody who tries a list of addresses.
 */
export const takenHits = (request: FastifyRequest): Hit[] => from(request, () => [hit('signUpTaken', host(request))]);
/**
 * Requests for a link. The address itself is limited by its emails, so that requests by others do not block its owner.
 */
export const linkHits = (request: FastifyRequest, email: string): Hit[] => [
  hit('linkAsked', `${host(request)} ${email.toLowerCase()}`),
  ...from(request, () => [hit('linkFrom', host(request))]),
];
/** Emails with a link to one address. */
export const letterHits = (email: string): Hit[] => [
  hit('link', email.toLowerCase()),
  hit('linkDay', email.toLowerCase()),
];
export const correctionHits = (accountId: string): Hit[] => [hit('correction', accountId)];
/** Wrong or expired tokens of links; valid ones are not counted, so that a clinic can be invited at once. */
export const invalidTokenHits = (request: FastifyRequest): Hit[] => from(request, () => [hit('token', host(request))]);
/** One notification per day, kind and person. */
export const noticeHits = (kind: string, subject: string): Hit[] => [hit('notice', `${kind}:${subject}`)];
export const smsHits = (request: FastifyRequest, accountId: string, phone: string): Hit[] => [
  hit('smsPause', accountId),
  hit('smsAccount', accountId),
  hit('smsAccountDay', accountId),
  hit('smsNumberDay', phone),
  ...from(request, () => [hit('smsFromDay', host(request))]),
  hit('smsPrefixDay', phone.slice(0, 6)),
  hit('smsDay', ''),
];
/** SMS about news; codes have separate counters, so that news cannot block a sign-in. */
export const newsSmsHits = (accountId: string, phone: string): Hit[] => [
  hit('newsSmsAccount', accountId),
  hit('newsSmsNumber', phone),
];
export const contactHits = (accountId: string): Hit[] => [hit('contact', accountId)];
/** Letters that an account opens: each costs the server a third of a second. */
export const answerLetterHits = (accountId: string): Hit[] => [hit('answerLetter', accountId)];
/** Logos and portraits that a doctor uploads: each logo stays for the letters that have it. */
export const logoHits = (accountId: string): Hit[] => [hit('logo', accountId)];
/** Requests to a clinic's archive; prevents trying out patient numbers. */
export const archiveHits = (accountId: string): Hit[] => [hit('archive', accountId)];
/** Dossiers that an account asks for: each page costs the server about half a second. */
export const takeAwayHits = (accountId: string): Hit[] => [hit('takeAway', accountId)];
/** Archives that an account begins to take over. */
export const importHits = (accountId: string): Hit[] => [hit('importBegun', accountId)];
/** Sealed links that an account makes. */
export const shareHits = (accountId: string): Hit[] => [hit('shareAccount', accountId)];
/** Invitations to read along: by who invites, and by the invited address, which may belong to a stranger. */
export const readerHits = (accountId: string, email: string): Hit[] => [
  hit('readerInvited', accountId),
  hit('readerAddress', email.toLowerCase()),
];
/** Invitations to work for a doctor: by the doctor, and by the invited address. */
export const assistantHits = (accountId: string, email: string): Hit[] => [
  hit('assistantInvited', accountId),
  hit('readerAddress', email.toLowerCase()),
];
/** Requests for the manifest of a sealed link: by who asks, and by the link. */
export const shareOpeningHits = (request: FastifyRequest, token: string): Hit[] => [
  ...from(request, () => [hit('shareFrom', host(request)), hit('shareNetwork', network(request))]),
  hit('shareOpened', token),
];
