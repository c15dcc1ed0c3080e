import { formatTags, type Locale } from '@konsil/contracts/codes';
import type { SummarySection } from '@konsil/contracts/epicrisis';

/** Precedes a sentence of ours that begins with a name: an Arabic name would reverse the whole sentence. */
const leftToRight = '\u200e';

/** The texts of the letter, as the patient reads them. */
export interface LetterWords {
  file: (day: string) => string;
  subject: (caseName: string) => string;
  date: string;
  asked: string;
  kind: string;
  documents: string;
  phone: string;
  patient: string;
  born: string;
  address: string;
  diagnosis: string;
  answer: string;
  plainWords: string;
  /** To the patient, and to others. */
  questions: { own: string; theirs: string };
  greeting: { patient: (name: string) => string; others: string };
  introduction: (patient: string, asked: string, documents: number) => string;
  copies: string;
  medication: string;
  /** The heads of their table. */
  medicines: [string, string, string, string];
  allergies: string;
  reason: string;
  nextStep: string;
  measurements: string;
  measuredBy: (doctor: string, day: string) => string;
  /** The heads of their table. */
  measured: readonly [string, string, string, string];
  codes: string;
  /** The heads of their table. */
  coded: readonly [string, string, string];
  pins: string;
  pinPage: (page: number) => string;
  pinWindow: (center: string, width: string) => string;
  pinAlt: (number: number) => string;
  pinMissing: Record<'gone' | 'not_drawn' | 'hidden', string>;
  summary: {
    file: (day: string) => string;
    subject: string;
    version: string;
    released: (doctor: string, moment: string) => string;
    sections: Record<SummarySection, string>;
  };
  sample: string;
  recommended: string;
  proposed: string;
  place: string;
  /** To the patient, and to others. */
  todo: { own: string; theirs: string };
  until: (day: string) => string;
  closing: string;
  released: (doctor: string, moment: string) => string;
  lettersMissing: string;
  footPatient: (name: string, born: string) => string;
  page: (page: number, pages: number) => string;
}

export const letterWords: Record<Locale, LetterWords> = {
  de: {
    file: (day) => `Arztbrief vom ${day}`,
    subject: (caseName) => `Arztbrief: ${caseName}`,
    date: 'Datum',
    asked: 'Anfrage vom',
    kind: 'Art',
    documents: 'Unterlagen',
    phone: 'Telefon',
    patient: 'Patientin oder Patient',
    born: 'Geboren am',
    address: 'Anschrift',
    diagnosis: 'Diagnose laut Anfrage',
    answer: 'Antwort',
    plainWords: 'In einfachen Worten',
    questions: { own: 'Ihre Fragen und meine Antworten', theirs: 'Fragen und meine Antworten' },
    greeting: { patient: (name) => `Guten Tag ${name},`, others: 'Sehr geehrte Damen und Herren,' },
    introduction: (patient, asked, documents) =>
      `${leftToRight}Zu ${patient} wurde ich am ${asked} um meine Einschätzung gebeten. Grundlage sind die Angaben der Anfrage${documents === 0 ? '' : documents === 1 ? ' und eine Unterlage' : ` und ${documents} Unterlagen`}.`,
    copies: 'Kopie an',
    medication: 'Medikamente laut Anfrage',
    medicines: ['Wirkstoff (Handelsname)', 'Form', 'Dosierung', 'Hinweis, Grund'],
    allergies: 'Allergien laut Anfrage',
    reason: 'Grund',
    nextStep: 'Nächster Schritt',
    measurements: 'Messungen in den Aufnahmen',
    measuredBy: (doctor, day) => `Gemessen von ${doctor}, festgehalten mit dieser Antwort am ${day}.`,
    measured: ['Nr.', 'Messung', 'Wert', 'Aufnahme'],
    codes: 'Diagnosen und Prozeduren nach ICD-10-GM und OPS',
    coded: ['Kode', 'Bezeichnung', 'Angabe'],
    pins: 'Belege',
    pinPage: (page) => `Seite ${page}`,
    pinWindow: (center, width) => `Fenster: Mitte ${center}, Breite ${width}`,
    pinAlt: (number) => `Bild zu Beleg ${number}`,
    pinMissing: {
      gone: 'Ohne Bild: Die Unterlage war nicht mehr da, als das Bild gezeichnet wurde.',
      not_drawn: 'Ohne Bild: Diese Stelle lässt sich hier nicht vollständig zeichnen.',
      hidden: 'Ohne Bild: Diese Unterlage ist für Sie nicht freigegeben.',
    },
    summary: {
      file: (day) => `Epikrise vom ${day}`,
      subject: 'Epikrise',
      version: 'Fassung',
      released: (doctor, moment) => `Freigegeben von ${doctor} am ${moment}. Erstellt mit Konsil.`,
      sections: {
        occasion: 'Anlass',
        diagnoses: 'Diagnosen',
        course: 'Verlauf',
        findings: 'Befunde',
        assessment: 'Beurteilung',
        recommendation: 'Empfehlung',
        open_questions: 'Offene Fragen',
        plain_language: 'In einfachen Worten',
      },
    },
    sample: 'Muster: Diese Person und dieser Fall sind erfunden.',
    recommended: 'Empfohlen',
    proposed: 'Vorgeschlagene Termine',
    place: 'Ort',
    todo: { own: 'Was Sie tun', theirs: 'Nächste Aufgabe der Patientin oder des Patienten' },
    until: (day) => `Bis ${day}`,
    closing: 'Mit freundlichen Grüßen',
    released: (doctor, moment) =>
      `Freigegeben von ${doctor} am ${moment}. Grundlage sind die Angaben und Unterlagen der Anfrage. Erstellt mit Konsil.`,
    lettersMissing:
      'Einige Schriftzeichen kann dieser Brief nicht zeigen. Der vollständige Text steht in der Antwort im Portal.',
    footPatient: (name, born) => `${leftToRight}${name}, geb. ${born}`,
    page: (page, pages) => `Seite ${page} von ${pages}`,
  },
  en: {
    file: (day) => `Doctor’s letter of ${day}`,
    subject: (caseName) => `Doctor’s letter: ${caseName}`,
    date: 'Date',
    asked: 'Request of',
    kind: 'Kind',
    documents: 'Documents',
    phone: 'Phone',
    patient: 'Patient',
    born: 'Born',
    address: 'Address',
    diagnosis: 'Diagnosis as given in the request',
    answer: 'Answer',
    plainWords: 'In plain words',
    questions: { own: 'Your questions and my answers', theirs: 'Questions and my answers' },
    greeting: { patient: (name) => `Dear ${name},`, others: 'Dear Sir or Madam,' },
    introduction: (patient, asked, documents) =>
      `${leftToRight}I was asked for my opinion on ${patient} on ${asked}. It is based on the details of the request${documents === 0 ? '' : documents === 1 ? ' and one document' : ` and ${documents} documents`}.`,
    copies: 'Copy to',
    medication: 'Medication as given in the request',
    medicines: ['Ingredient (trade name)', 'Form', 'Dose', 'Hint, reason'],
    allergies: 'Allergies as given in the request',
    reason: 'Reason',
    nextStep: 'Next step',
    measurements: 'Measurements in the images',
    measuredBy: (doctor, day) => `Measured by ${doctor}, kept with this answer on ${day}.`,
    measured: ['No.', 'Measurement', 'Value', 'Image'],
    codes: 'Diagnoses and procedures by ICD-10-GM and OPS',
    coded: ['Code', 'Title', 'Details'],
    pins: 'Evidence',
    pinPage: (page) => `page ${page}`,
    pinWindow: (center, width) => `window: centre ${center}, width ${width}`,
    pinAlt: (number) => `Picture of evidence ${number}`,
    pinMissing: {
      gone: 'No picture: the document was not there any more when the picture was drawn.',
      not_drawn: 'No picture: this place cannot be drawn completely here.',
      hidden: 'No picture: this document is not shared with you.',
    },
    summary: {
      file: (day) => `Medical summary of ${day}`,
      subject: 'Medical summary',
      version: 'Version',
      released: (doctor, moment) => `Released by ${doctor} on ${moment}. Made with Konsil.`,
      sections: {
        occasion: 'Reason for consultation',
        diagnoses: 'Diagnoses',
        course: 'Clinical course',
        findings: 'Findings',
        assessment: 'Assessment',
        recommendation: 'Recommendation',
        open_questions: 'Open questions',
        plain_language: 'In plain words',
      },
    },
    sample: 'Sample: this person and this case are invented.',
    recommended: 'Recommended',
    proposed: 'Suggested appointments',
    place: 'Place',
    todo: { own: 'What you do', theirs: 'Next task of the patient' },
    until: (day) => `By ${day}`,
    closing: 'Kind regards',
    released: (doctor, moment) =>
      `Released by ${doctor} on ${moment}. Based on the details and documents of the request. Made with Konsil.`,
    lettersMissing: 'Some characters cannot be shown in this letter. The whole text is in the answer in the portal.',
    footPatient: (name, born) => `${leftToRight}${name}, born ${born}`,
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
};

/** Days as the letter writes them. */
export const daysIn = (locale: Locale, timeZone: string) => {
  const format = new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'long', timeZone });
  return (day: string): string => format.format(new Date(day));
};
