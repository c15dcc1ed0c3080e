import { readableAddress } from '@konsil/contracts/mail-address';
import { consentWordings } from '@konsil/contracts/privacy';
import type { Written } from '@konsil/contracts/written';
import type { Env } from '@konsil/server-settings/env';
import { sha256 } from '@konsil/server-platform/keys/crypto';
import { fill } from '@konsil/server-platform/locale-texts';
import { bothLanguages, versionsInForce, type Reading } from './legal-versions.ts';
import { legalTexts } from './texts.ts';

const demo = (kind: 'imprint' | 'privacy', operator: string): Written => {
  const textIn = (locale: keyof Written) => fill(legalTexts[locale][kind], { operator });
  return { de: textIn('de'), en: textIn('en') };
};

/** An operator's texts; without an English one the German one is used for both. */
const given = (de: string | undefined, en: string | undefined): Written | undefined =>
  de === undefined ? undefined : { de, en: en ?? de };

type LegalEnv = Pick<Env, 'IMPRINT_FILE' | 'IMPRINT_FILE_EN' | 'PRIVACY_FILE' | 'PRIVACY_FILE_EN' | 'OPERATOR_EMAIL'>;

/** The texts of the configured files; a demo has built-in ones (production requires the files). */
export const configuredTexts = (
  env: LegalEnv,
): { imprint: Written; privacy: Written; terms: null; operator: string } => ({
  imprint: given(env.IMPRINT_FILE, env.IMPRINT_FILE_EN) ?? demo('imprint', readableAddress(env.OPERATOR_EMAIL)),
  privacy: given(env.PRIVACY_FILE, env.PRIVACY_FILE_EN) ?? demo('privacy', readableAddress(env.OPERATOR_EMAIL)),
  terms: null,
  operator: env.OPERATOR_EMAIL,
});

/** The privacy notice in force: the newest published one, or the configured one. */
const privacyInForce = async (tx: Reading, env: LegalEnv, now: Date): Promise<Written> => {
  const published = (await versionsInForce(tx, now)).find(({ kind }) => kind === 'privacy');
  return published ? bothLanguages(published) : configuredTexts(env).privacy;
};

/** The current versions of consent text and privacy notice (a hash of both languages). */
export const consentTextVersion = async (
  tx: Reading,
  env: LegalEnv,
  kind: keyof typeof consentWordings,
  now: Date,
): Promise<string> => {
  const { de, en } = await privacyInForce(tx, env, now);
  return `${consentWordings[kind]}/${sha256(JSON.stringify([de, en]))
    .toString('hex')
    .slice(0, 12)}`;
};
