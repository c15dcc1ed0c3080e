import type { Locale } from '@konsil/contracts/codes';
import { readableAddress } from '@konsil/contracts/mail-address';
import { consentWordings } from '@konsil/contracts/privacy';
import type { Env } from '@konsil/server-settings/env';
import { sha256 } from '@konsil/server-platform/keys/crypto';
import { bothLanguages, versionsInForce, type Reading } from './legal-versions.ts';

type Texts = Record<Locale, string>;

const imprint = (operator: string): Texts => ({
  de: `# Angaben zu dieser Installation

Dies ist eine Vorführung von Konsil auf einem eigenen Rechner. Sie ist kein öffentliches Angebot und behandelt keine wirklichen Patientinnen und Patienten.

Betreut von: ${operator}

Wer Konsil öffentlich betreibt, hinterlegt hier die Angaben nach § 5 DDG: Name und Anschrift, Kontakt, zuständige Kammer und Berufsrecht.`,
  en: `# About this installation

This is a demonstration of Konsil on somebody’s own computer. It is not a public service and treats no real patients.

Looked after by: ${operator}

Whoever runs Konsil in public puts down here what § 5 of the German Digital Services Act asks for: name and address, contact, professional chamber and rules.`,
});

const privacy = (operator: string): Texts => ({
  de: `Verantwortlich ist, wer diese Installation betreibt: ${operator}.

# Welche Daten

Ihr Konto (E-Mail-Adresse, Mobilnummer), die Angaben zu den Personen, die Sie anlegen, und die Gesundheitsdaten, die Sie zu einem Fall eingeben oder hochladen.

# Wozu

Damit die Ärztin oder der Arzt, an die oder den Sie einen Fall senden, ihn beurteilen kann.

# Rechtsgrundlage

Ihre ausdrückliche Einwilligung (Art. 6 Abs. 1 a und Art. 9 Abs. 2 a DSGVO). Sie können sie jederzeit für die Zukunft widerrufen.

# Wer sie sieht

Nur Sie und die Ärztinnen und Ärzte, an die Sie gesendet haben; deren Assistenzen nur, wenn Sie für einen Fall einverstanden sind. Jeder Zugriff steht in Ihrem Zugriffsprotokoll.

# Wie sie geschützt sind

Texte und Dateien werden verschlüsselt gespeichert. Diese Seiten laden nichts von anderen Anbietern und setzen nur Cookies, die für die Anmeldung nötig sind.

# Ihre Rechte

Auskunft, Berichtigung, Löschung, Einschränkung, Übertragbarkeit und Beschwerde bei einer Aufsichtsbehörde. Auskunft und Löschung finden Sie unter „Meine Daten“ in Ihrem Konto.`,
  en: `Responsible is whoever runs this installation: ${operator}.

# What data

Your account (email address, mobile number), what you enter about the people you look after, and the health data that you enter or upload for a case.

# What for

So that the doctor you send a case to can give an opinion.

# Legal basis

Your explicit consent (Art. 6(1)(a) and Art. 9(2)(a) GDPR). You can withdraw it at any time for the future.

# Who sees it

Only you and the doctors you have sent a case to; their assistants only if you agree for a case. Every access is in your access log.

# How it is protected

Texts and files are stored encrypted. These pages load nothing from other providers and set only the cookies that signing in needs.

# Your rights

Access, rectification, erasure, restriction, portability, and a complaint to a supervisory authority. You find access and erasure under “My data” in your account.`,
});

/** An operator's texts; without an English one the German one is used for both. */
const given = (de: string | undefined, en: string | undefined): Texts | undefined =>
  de === undefined ? undefined : { de, en: en ?? de };

type LegalEnv = Pick<Env, 'IMPRINT_FILE' | 'IMPRINT_FILE_EN' | 'PRIVACY_FILE' | 'PRIVACY_FILE_EN' | 'OPERATOR_EMAIL'>;

/** The texts of the configured files; a demo has built-in ones (production requires the files). */
export const configuredTexts = (env: LegalEnv): { imprint: Texts; privacy: Texts; terms: null; operator: string } => ({
  imprint: given(env.IMPRINT_FILE, env.IMPRINT_FILE_EN) ?? imprint(readableAddress(env.OPERATOR_EMAIL)),
  privacy: given(env.PRIVACY_FILE, env.PRIVACY_FILE_EN) ?? privacy(readableAddress(env.OPERATOR_EMAIL)),
  terms: null,
  operator: env.OPERATOR_EMAIL,
});

/** The privacy notice in force: the newest published one, or the configured one. */
const privacyInForce = async (tx: Reading, env: LegalEnv, now: Date): Promise<Texts> => {
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
