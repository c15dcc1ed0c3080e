import type { Env } from '../../env.ts';

const imprint = (operator: string) => `Angaben zu dieser Installation

Dies ist eine Vorführung von Konsil auf einem eigenen Rechner. Sie ist kein öffentliches Angebot und behandelt keine wirklichen Patientinnen und Patienten.

Betreut von: ${operator}

Wer Konsil öffentlich betreibt, hinterlegt hier die Angaben nach § 5 DDG: Name und Anschrift, Kontakt, zuständige Kammer und Berufsrecht.

About this installation

This is a demonstration of Konsil on somebody's own computer. It is not a public service and treats no real patients.

Looked after by: ${operator}`;

const privacy = (operator: string) => `Datenschutz in dieser Installation

Verantwortlich ist, wer diese Installation betreibt: ${operator}.

Welche Daten: Ihr Konto (E-Mail-Adresse, Mobilnummer), die Angaben zu den Personen, die Sie anlegen, und die Gesundheitsdaten, die Sie zu einem Fall eingeben oder hochladen.
Wozu: damit die Ärztin oder der Arzt, an die oder den Sie einen Fall senden, ihn beurteilen kann.
Rechtsgrundlage: Ihre ausdrückliche Einwilligung (Art. 6 Abs. 1 a und Art. 9 Abs. 2 a DSGVO). Sie können sie jederzeit für die Zukunft widerrufen.
Wer sie sieht: nur Sie und die Ärztinnen und Ärzte, an die Sie gesendet haben. Jeder Zugriff steht in Ihrem Zugriffsprotokoll.
Wie sie geschützt sind: Texte und Dateien werden verschlüsselt gespeichert. Diese Seiten laden nichts von anderen Anbietern und setzen nur Cookies, die für die Anmeldung nötig sind.
Ihre Rechte: Auskunft, Berichtigung, Löschung, Einschränkung, Übertragbarkeit und Beschwerde bei einer Aufsichtsbehörde. Auskunft und Löschung finden Sie unter „Datenschutz“ in Ihrem Konto.

Privacy in this installation

Responsible is whoever runs this installation: ${operator}.

What: your account (email address, mobile number), what you enter about the people you look after, and the health data that you enter or upload for a case.
What for: so that the doctor you send a case to can give an opinion.
Legal basis: your explicit consent (Art. 6(1)(a) and Art. 9(2)(a) GDPR). You can withdraw it at any time for the future.
Who sees it: only you and the doctors you have sent a case to. Every access is in your access log.
How it is protected: texts and files are stored encrypted. These pages load nothing from other providers and set only the cookies that signing in needs.
Your rights: access, rectification, erasure, restriction, portability, and a complaint to a supervisory authority. You find access and erasure under “Privacy” in your account.`;

/** The operator's texts from the configured files; a demonstration explains itself (production refuses to start without them). */
export const legalTexts = ({ IMPRINT_FILE, PRIVACY_FILE, OPERATOR_EMAIL }: Pick<Env, 'IMPRINT_FILE' | 'PRIVACY_FILE' | 'OPERATOR_EMAIL'>) => ({
  imprint: IMPRINT_FILE ?? imprint(OPERATOR_EMAIL),
  privacy: PRIVACY_FILE ?? privacy(OPERATOR_EMAIL),
  operator: OPERATOR_EMAIL,
});
