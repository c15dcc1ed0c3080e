import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { expect, request, type APIRequestContext } from '@playwright/test';
import type { Role } from '@konsil/contracts/codes';
import { origins, root, settings } from './installation.ts';
import { codeFor, linkIn } from './outbox.ts';

/** A person with a completed registration. */
export interface Person {
  role: Role;
  email: string;
  phone: string;
  password: string;
  firstName: string;
  lastName: string;
}

const password = 'Sechs-Zitronen-7';
const anyone = (role: Role, firstName: string, lastName: string): Person => {
  const number = randomInt(1e8, 1e9);
  return {
    role,
    firstName,
    lastName,
    password,
    email: `${role}.${number}@example.org`,
    phone: `+49151${String(number).slice(1)}`,
  };
};
const tokenOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

/** Uses the API like a page of the person's portal. */
class Caller {
  private headers: Record<string, string>;
  private constructor(
    private readonly context: APIRequestContext,
    private readonly origin: string,
  ) {
    this.headers = { origin };
  }
  static async with<T>(role: Role, work: (caller: Caller) => Promise<T>): Promise<T> {
    const context = await request.newContext();
    try {
      return await work(new Caller(context, origins[role]));
    } finally {
      await context.dispose();
    }
  }
  async post(path: string, data: object): Promise<unknown> {
    const answer = await this.context.post(this.origin + path, { data, headers: this.headers });
    expect(answer.ok(), `${path} answered ${answer.status()}: ${await answer.text()}`).toBe(true);
    return answer.json();
  }
  async signIn({ email, password: secret }: Person): Promise<void> {
    const { CSRF_Token, Authorization } = (await this.post('/account/api/login', { email, password: secret })) as {
      CSRF_Token: string;
      Authorization: string;
    };
    this.headers = { ...this.headers, authorization: `Token ${Authorization}`, 'x-csrftoken': CSRF_Token };
  }
}

const signUp = async (caller: Caller): Promise<Person> => {
  const person = anyone('patient', 'Petra', 'Möller');
  await caller.post('/account/api/signup', {
    email: person.email,
    password,
    confirm_password: password,
    consent: true,
  });
  return person;
};
const giveDetails = async (caller: Caller): Promise<Person> => {
  const person = await signUp(caller);
  await caller.post('/account/confirm', { token: tokenOf(await linkIn(person.email)) });
  await caller.signIn(person);
  await caller.post('/account/userdata/post', {
    first_name: person.firstName,
    last_name: person.lastName,
    gender: 'F',
    date_of_birth: '1968-04-21',
    street: 'Lindenweg',
    house_number: '12a',
    zipcode: '50667',
    city: 'Köln',
    Handynummer: person.phone,
  });
  return person;
};

/** Registers a patient, by the API, with an unconfirmed address. */
export const newUnconfirmedPatient = (): Promise<Person> => Caller.with('patient', signUp);
/** Registers a patient, by the API, up to the verification code: only the mobile number is unverified. */
export const newUnverifiedPatient = (): Promise<Person> => Caller.with('patient', giveDetails);
/** Registers a patient through all steps, by the API. */
export const newPatient = (): Promise<Person> =>
  Caller.with('patient', async (caller) => {
    const person = await giveDetails(caller);
    await caller.post('/account/otp', { code: await codeFor(person.phone) });
    return person;
  });

const takenNumbers = new Set<number>();
/** The last name of a doctor: no other's begins with it, also in the other workers. */
const ownName = (): string => {
  const number = randomInt(1e2, 1e3);
  if (takenNumbers.has(number)) return ownName();
  takenNumbers.add(number);
  return `Weber${number}${(process.env['TEST_WORKER_INDEX'] ?? '').padStart(3, '0')}`;
};

interface Invited {
  person: Person;
  /** The token in the link of the invitation. */
  token: string;
}
/** Doctors of this process who have not accepted yet. */
const invited: Invited[] = [];
/** Each call of the command line starts a process: one invites the doctors of several tests. */
const invitedAtOnce = 12;

const inviteDoctors = async (): Promise<void> => {
  const people = Array.from({ length: invitedAtOnce }, () => anyone('doctor', 'Jonas', ownName()));
  const lines = people.map(({ email, firstName, lastName }) =>
    [email, 'Dr. med.', firstName, lastName, 'Radiologie', 'Köln'].join(';'),
  );
  execFileSync(process.execPath, [join(root, 'dist/apps/server/konsil.mjs'), 'doctor', 'import', '-'], {
    env: { ...process.env, ...settings },
    cwd: root,
    input: ['email;title;first_name;last_name;specialty;city', ...lines].join('\n'),
  });
  // Now, because the list of letters has the newest 200 only.
  for (const person of people) invited.push({ person, token: tokenOf(await linkIn(person.email)) });
};

/** @returns a doctor with an open invitation */
const invitedDoctor = async (): Promise<Invited> => {
  for (;;) {
    const next = invited.shift();
    if (next) return next;
    await inviteDoctors();
  }
};

/** A doctor whom the command line invited; accepts and verifies the number by the API. */
export const newDoctor = (): Promise<Person> =>
  Caller.with('doctor', async (caller) => {
    const { person, token } = await invitedDoctor();
    await caller.post('/account/password/reset', {
      token,
      password,
      confirm_password: password,
    });
    await caller.signIn(person);
    await caller.post('/account/phonenumber', { Handynummer: person.phone });
    await caller.post('/account/otp', { code: await codeFor(person.phone) });
    return person;
  });
