// The people who view the screens: the demo's, and newly registered ones.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { env } from '../setup.mjs';

const { request } = createRequire(import.meta.url)('@playwright/test');

/** A person signed in by the API, like in their portal. */
export class Person {
  headers = {};
  constructor(role, origin, context) {
    this.role = role;
    this.origin = origin;
    this.context = context;
  }
  static async of(role, origins) {
    return new Person(
      role,
      origins[role],
      await request.newContext({ extraHTTPHeaders: { origin: origins[role], 'sec-fetch-site': 'same-origin' } }),
    );
  }
  async call(
    method,
    path,
    /** @type {{ data?: unknown, multipart?: Record<string, any> }} */ { data, multipart } = {},
  ) {
    const answer = await this.context.fetch(this.origin + path, { method, data, multipart, headers: this.headers });
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`);
    return answer.json();
  }
  get(path) {
    return this.call('GET', path);
  }
  post(path, data = {}) {
    return this.call('POST', path, { data });
  }
  async signIn(email, password) {
    const { CSRF_Token, Authorization } = await this.post('/account/api/login', { email, password });
    this.headers = { authorization: `Token ${Authorization}`, 'x-csrftoken': CSRF_Token };
    return this;
  }
  /** The session cookies for a browser. */
  async cookies() {
    return (await this.context.storageState()).cookies;
  }
}

const password = 'Sechs-Zitronen-7';

/** The newest matching email or SMS to somebody; waits until it is sent. */
const inLetters = async (api, to, pattern) => {
  for (let tries = 0; tries < 100; tries += 1) {
    const letters = await (await fetch(`${api}/dev/outbox.json`)).json();
    const found = letters
      .filter((letter) => letter.to === to)
      .map(({ text }) => pattern.exec(text)?.[1])
      .find(Boolean);
    if (found) return found;
    await pause(100);
  }
  throw new Error(`Nothing came to ${to}.`);
};
const tokenFor = (api, email) => inLetters(api, email, /token=([^\s&]+)/);

/** A patient account registered as far as `until`: confirmed address, completed profile, or done. */
const newPatient = async (origins, until) => {
  const number = randomInt(1e7, 1e8);
  const [email, Handynummer] = [`petra.moeller.${number}@example.org`, `+49151${number}`];
  const person = await Person.of('patient', origins);
  await person.post('/account/api/signup', { email, password, confirm_password: password, consent: true });
  await person.post('/account/confirm', { token: await tokenFor(origins.api, email) });
  await person.signIn(email, password);
  if (until === 'confirmed') return person;
  await person.post('/account/userdata/post', {
    first_name: 'Petra',
    last_name: 'Möller',
    gender: 'F',
    date_of_birth: '1968-04-21',
    street: 'Lindenweg',
    house_number: '12a',
    zipcode: '50667',
    city: 'Köln',
    Handynummer,
  });
  if (until === 'profile') return person;
  await person.post('/account/otp', { code: await inLetters(origins.api, Handynummer, /(\d{6})/) });
  return person.signIn(email, password);
};

/** A newly invited doctor without patients. */
const newDoctor = async (origins, settings) => {
  const number = randomInt(1e7, 1e8);
  const [email, Handynummer] = [`jonas.weber.${number}@example.org`, `+49160${number}`];
  const invite = [
    'doctor',
    'invite',
    '--email',
    email,
    '--title',
    'Dr. med.',
    '--first-name',
    'Jonas',
    '--last-name',
    'Weber',
    '--specialty',
    'Radiologie',
    '--city',
    'Köln',
  ];
  const { status, stderr } = spawnSync(process.execPath, ['dist/apps/server/konsil.mjs', ...invite], {
    env: { ...env, ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const person = await Person.of('doctor', origins);
  await person.post('/account/password/reset', {
    token: await tokenFor(origins.api, email),
    password,
    confirm_password: password,
  });
  await person.signIn(email, password);
  await person.post('/account/phonenumber', { Handynummer });
  await person.post('/account/otp', { code: await inLetters(origins.api, Handynummer, /(\d{6})/) });
  return person.signIn(email, password);
};

const demoPassword = 'Konsil-Demo-1';

const demo = async (role, name, origins) =>
  (await Person.of(role, origins)).signIn(`${name}@konsil.example`, demoPassword);

/** The demo's operator, for whom the console opens with a second factor only. */
const demoOperator = async (origins) => {
  const operator = await demo('operator', 'operator', origins);
  const { secret } = await operator.post('/account/secondfactor', { current_password: demoPassword });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await operator.post('/account/secondfactor/confirm', { code });
  return operator;
};

/** Everybody by name; `signed-out` has no cookies. */
export const createPeople = async ({ origins, settings }) => {
  const [patient, patient2, doctor, doctor2, operator, confirmed, profile, emptyPatient, emptyDoctor] =
    await Promise.all([
      demo('patient', 'patient', origins),
      demo('patient', 'patient2', origins),
      demo('doctor', 'doctor', origins),
      demo('doctor', 'doctor2', origins),
      demoOperator(origins),
      newPatient(origins, 'confirmed'),
      newPatient(origins, 'profile'),
      newPatient(origins),
      newDoctor(origins, settings),
    ]);
  return { patient, patient2, doctor, doctor2, operator, confirmed, profile, emptyPatient, emptyDoctor };
};
