import { randomUUID } from 'node:crypto';
import type { PatientFields } from '@konsil/contracts/patients';
import { accounts } from '@konsil/server-domain/schema';
import { postponed } from '@konsil/server-domain/accounts/second-factor-advice';
import type { Actor } from '@konsil/server-domain/access/access';
import type { DemoCalendar } from './moments.ts';
import type { DirectoryEntry, DemoActions } from './stage.ts';

export const demoPassword = 'Konsil-Demo-1';

const emailOf = (name: string): string => `${name}@konsil.example`;
/** The accounts that sign in with `demoPassword`. */
export const demoAccounts = {
  password: demoPassword,
  patients: ['patient', 'patient2'].map(emailOf),
  doctors: ['doctor', 'doctor2'].map(emailOf),
  operators: ['operator', 'operator2'].map(emailOf),
};

const address = (street: string, house_number: string, zipcode: string, city: string, state: string) => ({
  street,
  house_number,
  zipcode,
  city,
  state,
  country: 'Deutschland',
  phone: '',
});
export const miriam: PatientFields = {
  first_name: 'Miriam',
  last_name: 'Adler',
  gender: 'F',
  date_of_birth: '1979-03-14',
  ...address('Lindenallee', '18', '50968', 'Köln', 'Nordrhein-Westfalen'),
};
export const jakob: PatientFields = {
  first_name: 'Jakob',
  last_name: 'Adler',
  gender: 'M',
  date_of_birth: '2012-08-30',
  ...address('Lindenallee', '18', '50968', 'Köln', 'Nordrhein-Westfalen'),
};
export const thomas: PatientFields = {
  first_name: 'Thomas',
  last_name: 'Brandt',
  gender: 'M',
  date_of_birth: '1961-11-02',
  ...address('Am Hang', '4', '79100', 'Freiburg', 'Baden-Württemberg'),
};

const elif: DirectoryEntry = {
  title: 'Dr.',
  firstName: 'Elif',
  lastName: 'Sandberg',
  specialty: 'Endokrine Chirurgie',
  city: 'Köln',
  languages: ['de', 'en', 'tr'],
  replyDays: 3,
  topics: 'Schilddrüsenknoten, Stimme und Stimmnerv, Nebenschilddrüse',
  aboutDe:
    'Viele Knoten brauchen keine Operation. Ich sage Ihnen ehrlich, wann ich warten würde, und erkläre jeden Befund so, dass Sie ihn zu Hause noch einmal nachlesen können.',
  aboutEn:
    'Many nodules need no operation. I tell you honestly when I would wait, and explain each report so that you can read it again at home.',
  priceDe: '140 €, mit Rechnung für Ihre Kasse',
  priceEn: '€140, with an invoice for your insurer',
  practiceName: 'Praxis für Endokrine Chirurgie',
  practiceAddress: 'Severinsufer 14, 50678 Köln',
  practicePhone: '0221 5550140',
  practiceEmail: 'praxis@sandberg.example',
  // Numbers that are given to nobody.
  lanr: '999999900',
  bsnr: '279999900',
};
const katharina: DirectoryEntry = {
  title: 'Prof. Dr.',
  firstName: 'Katharina',
  lastName: 'Vogel',
  specialty: 'Kardiologie',
  city: 'Freiburg',
  languages: ['de', 'en'],
  replyDays: 4,
  topics: 'Bluthochdruck, Herzstolpern, Vorhofflimmern',
  aboutDe:
    'Schicken Sie mir gern auch ältere EKGs: Der Vergleich sagt oft mehr als ein einzelnes. Für Kinderherzen bin ich nicht die Richtige.',
  aboutEn:
    'Older ECGs are welcome: comparing them often says more than a single one. I am not the right person for the hearts of children.',
  priceDe: 'Nur privat versichert oder selbst bezahlt, 120 €',
  priceEn: 'Private insurance or self-pay only, €120',
};
/** Other doctors in the directory; nobody can sign in as one of them. */
const colleagues: [email: string, entry: DirectoryEntry][] = [
  [
    'keil',
    {
      title: 'Dr.',
      firstName: 'Anton',
      lastName: 'Keil',
      specialty: 'Orthopädie und Unfallchirurgie',
      city: 'Köln',
      languages: ['de'],
      replyDays: 2,
    },
  ],
  [
    'ohlsen',
    {
      title: 'Dr.',
      firstName: 'Ruth',
      lastName: 'Ohlsen',
      specialty: 'Neurochirurgie',
      city: 'Bonn',
      languages: ['de', 'en', 'sv'],
      replyDays: 5,
    },
  ],
  [
    'lindner',
    {
      title: 'Prof. Dr.',
      firstName: 'Beate',
      lastName: 'Lindner',
      specialty: 'Endokrinologie',
      city: 'Essen',
      languages: ['de', 'en'],
      replyDays: 4,
    },
  ],
  [
    'aydin',
    {
      title: 'Dr.',
      firstName: 'Kerem',
      lastName: 'Aydın',
      specialty: 'Nuklearmedizin',
      city: 'Düsseldorf',
      languages: ['de', 'tr'],
      replyDays: 3,
    },
  ],
  [
    'petry',
    {
      title: 'Dr.',
      firstName: 'Jonas',
      lastName: 'Petry',
      specialty: 'Dermatologie',
      city: 'Mainz',
      languages: ['de', 'fr'],
      replyDays: 3,
    },
  ],
];

export interface DemoPatient {
  actor: Actor;
  patientId: string;
}
/** The people of the demo by name. */
export interface DemoPeople {
  miriam: DemoPatient;
  thomas: DemoPatient;
  sandberg: Actor;
  vogel: Actor;
  keil: Actor;
  ohlsen: Actor;
}

/** A demo app that requests access, to try out the patient's consent page (docs/fhir.md). */
export const demoApp = {
  id: '7d2f6c1e-4b8a-4e0b-9a57-3c1d5e8f2a60',
  name: 'Gesundheitsbuch',
  operator: 'Beispiel GmbH',
  website: 'https://app.example',
  redirectUris: ['https://app.example/callback'],
};

/** The demo accounts of docs/product.md section 6, and the rest of the directory. */
export const insertDemoAccounts = async (stage: DemoActions, calendar: DemoCalendar): Promise<DemoPeople> => {
  const at = calendar.workdaysAgo(90, '09:00');
  const passwordHash = await stage.kernel.passwords.hash(demoPassword);
  const person = (name: string, phone: string, hash = passwordHash) => ({
    email: emailOf(name),
    phone,
    passwordHash: hash,
    at,
  });
  const others = new Map<string, Actor>();
  const cast = {
    sandberg: await stage.doctorAccount(person('doctor', '+4915111223344'), elif),
    vogel: await stage.doctorAccount(person('doctor2', '+4915144332211'), katharina),
    miriam: await stage.patientAccount(person('patient', '+4915112345678'), { ...miriam, phone: '+4915112345678' }),
    thomas: await stage.patientAccount(person('patient2', '+4915187654321'), { ...thomas, phone: '+4915187654321' }),
  };
  await stage.operatorAccount(person('operator', ''), 'Jonas Petri');
  await stage.operatorAccount(person('operator2', ''), 'Ines Albrecht');
  // Active accounts with an unknown password.
  const unknown = await stage.kernel.passwords.hash(randomUUID());
  for (const [index, [name, entry]] of colleagues.entries())
    others.set(name, await stage.doctorAccount(person(name, `+491520000010${index}`, unknown), entry));
  const colleague = (name: string): Actor => {
    const actor = others.get(name);
    if (!actor) throw new Error(`Nobody is called ${name}.`);
    return actor;
  };
  return { ...cast, keil: colleague('keil'), ohlsen: colleague('ohlsen') };
};

/** From now on, notifications are enabled; nobody is asked for a second factor within the first week. */
export const enableNotifications = async ({ tx, kernel }: DemoActions): Promise<void> => {
  await tx.update(accounts).set({ settings: postponed({ settings: {} }, kernel.clock.now()) });
};
