import type { Locale } from '@konsil/contracts/codes';

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
  questions: string;
  reason: string;
  nextStep: string;
  measurements: string;
  measuredBy: (doctor: string, day: string) => string;
  /** The heads of their table. */
  measured: readonly [string, string, string, string];
  pins: string;
  pinPage: (page: number) => string;
  recommended: string;
  proposed: string;
  place: string;
  todo: string;
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
    questions: 'Ihre Fragen und meine Antworten',
    reason: 'Grund',
    nextStep: 'Nächster Schritt',
    measurements: 'Messungen in den Aufnahmen',
    measuredBy: (doctor, day) => `Gemessen von ${doctor}, festgehalten mit dieser Antwort am ${day}.`,
    measured: ['Nr.', 'Messung', 'Wert', 'Aufnahme'],
    pins: 'Belege',
    pinPage: (page) => `Seite ${page}`,
    recommended: 'Empfohlen',
    proposed: 'Vorgeschlagene Termine',
    place: 'Ort',
    todo: 'Was Sie tun',
    until: (day) => `Bis ${day}`,
    closing: 'Mit freundlichen Grüßen',
    released: (doctor, moment) =>
      `Freigegeben von ${doctor} am ${moment}. Grundlage sind die Angaben und Unterlagen der Anfrage. Erstellt mit Konsil.`,
    lettersMissing:
      'Einige Schriftzeichen kann dieser Brief nicht zeigen. Der vollständige Text steht in der Antwort im Portal.',
    footPatient: (name, born) => `${name}, geb. ${born}`,
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
    questions: 'Your questions and my answers',
    reason: 'Reason',
    nextStep: 'Next step',
    measurements: 'Measurements in the images',
    measuredBy: (doctor, day) => `Measured by ${doctor}, kept with this answer on ${day}.`,
    measured: ['No.', 'Measurement', 'Value', 'Image'],
    pins: 'Evidence',
    pinPage: (page) => `page ${page}`,
    recommended: 'Recommended',
    proposed: 'Suggested appointments',
    place: 'Place',
    todo: 'What you do',
    until: (day) => `By ${day}`,
    closing: 'Kind regards',
    released: (doctor, moment) =>
      `Released by ${doctor} on ${moment}. Based on the details and documents of the request. Made with Konsil.`,
    lettersMissing: 'Some characters cannot be shown in this letter. The whole text is in the answer in the portal.',
    footPatient: (name, born) => `${name}, born ${born}`,
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
};

/** Days as the letter writes them. */
export const daysIn = (locale: Locale, timeZone: string) => {
  const format = new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeZone });
  return (day: string): string => format.format(new Date(day));
};
