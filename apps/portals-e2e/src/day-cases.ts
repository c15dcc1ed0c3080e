import { expect } from '@playwright/test';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { UploadedItem } from '@konsil/contracts/documents';
import type { Doctor } from '@konsil/contracts/doctors';
import type { Patient } from '@konsil/contracts/patients';
import { aSmallPhoto } from './files.ts';
import type { SignedInPerson } from './fixtures.ts';
import { call, upload } from './scans.ts';

const persons = [
  ['Hanna', 'Vogt', '1951-03-02'],
  ['Emil', 'Lindner', '2014-08-19'],
  ['Ottilie', 'Brandt', '1938-11-30'],
  ['Karim', 'Özdemir', '1990-01-12'],
  ['Frieda', 'Nowak', '2019-06-07'],
  ['Bruno', 'Castellani', '1946-09-25'],
  ['Selma', 'Haas-Wittgenstein', '1983-12-04'],
] as const;
const concerns = [
  'Rückenschmerzen seit Januar',
  'Knoten in der Schilddrüse',
  'Schwindel beim Aufstehen',
  'Husten seit sechs Wochen',
  'Leberfleck am Unterarm',
  'Schmerzen im rechten Knie nach dem Laufen',
  'Zweitmeinung vor der Operation der Gallenblase',
  'Blutdruck am Morgen zu hoch',
] as const;
/** Requests at a time: each of them writes. */
const atOnce = 4;

const done = async <T>({ page }: SignedInPerson, path: string, body?: object): Promise<T> => {
  const answer = await call(page, body ? { method: 'POST', path, body } : { method: 'GET', path });
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body as T;
};

interface Sent {
  name: string;
  bytes: Buffer;
}

/** Waiting cases of eight persons of one account, each with a question and described files; returns their ids. */
export const newWaitingCases = async (
  patient: SignedInPerson,
  doctor: SignedInPerson,
  count: number,
  files?: readonly Sent[],
): Promise<string[]> => {
  // Open pages fetch their lists anew with every case.
  await Promise.all([doctor.page.goto('about:blank'), patient.page.goto('/impressum')]);
  const [asked] = await done<Doctor[]>(patient, `/api/doctors?search=${doctor.lastName}`);
  const own = await done<{ items: { id: string }[] }>(patient, '/api/patientsoverview');
  const holder = await done<Patient>(patient, `/api/patients/${own.items[0]?.id}`);
  const others = await Promise.all(
    persons.map(([first_name, last_name, date_of_birth]) =>
      done<Patient>(patient, '/api/patients', {
        ...holder,
        first_name,
        last_name,
        date_of_birth,
        relationship: 'child',
      }),
    ),
  );
  const whose = [holder, ...others];
  const each = files ?? [{ name: 'Befund.jpg', bytes: (await aSmallPhoto('Befund.jpg')).buffer }];

  const add = async (number: number): Promise<string> => {
    const concern = concerns[(number * 3) % concerns.length] ?? '';
    const { id } = await done<{ id: string }>(patient, '/api/process', {
      case_name: `${concern} (${number + 1})`,
      patient: whose[number % whose.length]?.id,
      doctor: asked?.id,
      diagnosis: concern,
      medical_history: 'Der Hausarzt hat die Befunde erhoben.',
      questions: ['Was kann das sein?'],
    });
    for (const { name, bytes } of each) {
      const [item] = (await upload(patient, id, name, bytes)).body as UploadedItem[];
      await done(patient, `/api/metadata/${item?.documentId}`, {
        document_medical_kind: name.endsWith('.dcm') ? 'CT scan' : 'Laboratory report',
        source_kind: "Doctor's practice",
        issue_date: '2026-10-12',
        source_name: 'Praxis am Markt',
        version: item?.document.version,
      });
    }
    await done(patient, `/api/buttonaufgabe/patient/${id}`, { consent: true });
    return id;
  };
  const ids: string[] = [];
  const numbers = Array.from({ length: count }, (_, number) => number);
  const addInTurn = async (): Promise<void> => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) ids.push(await add(number));
  };
  await Promise.all(Array.from({ length: atOnce }, addInTurn));
  return ids;
};

/** The doctor's cases as the inbox lists them, in all of its groups. */
export const listedCases = async (doctor: SignedInPerson): Promise<CaseSummary[]> =>
  (await done<{ items: CaseSummary[] }>(doctor, '/api/process?view=all&limit=200')).items;
