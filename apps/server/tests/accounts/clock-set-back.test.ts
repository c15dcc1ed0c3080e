import { newChallenge, expiryOf } from '@konsil/server-accounts/challenges';
import { peekLink } from '@konsil/server-accounts/mail-links';
import { redeemPhoneCode, sendCode } from '@konsil/server-accounts/phone-codes';
import { holdTicket, issueTicket } from '@konsil/server-documents/delivery/tickets';
import { dayMs, hourMs, later, minuteMs } from '@konsil/server-platform/clock';
import { ahead } from '../support/ahead.ts';
import { testApp, type TestApp } from '../support/app.ts';
import {
  linkToken,
  newPhone,
  requestsAs,
  signInAgain,
  signUpPatient,
  smsCode,
  type Person,
} from '../support/people.ts';

let house: TestApp;
let patient: Person;
beforeAll(async () => {
  house = await testApp();
});
beforeEach(async () => {
  patient = await signUpPatient(house);
});

const status = async (person: Pick<Person, 'token' | 'csrf'>) =>
  (await requestsAs(house.app, person).get('/account/isloggedin')).statusCode;
const sessionOf = async ({ token }: Person) => {
  const session = await house.kernel.sessions.byToken(token, undefined, false);
  if (!session) throw new Error('The session is over.');
  return session;
};

/** Creates each kind, and returns a check of its validity. */
const kinds: Record<string, () => Promise<() => Promise<boolean>>> = {
  'a session': async () => {
    const session = await signInAgain(house.app, patient);
    return async () => (await status(session)) === 200;
  },
  'a mail link': async () => {
    await requestsAs(house.app).post('/account/password/forgot', { email: patient.email });
    const token = await linkToken(house, patient.email);
    const { db, clock } = house.kernel;
    return () =>
      peekLink(db, token, ['reset_password'], clock.now()).then(
        () => true,
        () => false,
      );
  },
  'an SMS code': async () => {
    const { db, vault, clock } = house.kernel;
    const session = { ...(await sessionOf(await signInAgain(house.app, patient))) };
    const phone = newPhone();
    await db.transaction((tx) => sendCode(house.kernel, tx, session, phone));
    const code = await smsCode(house, phone);
    return () =>
      db
        .transaction((tx) => redeemPhoneCode(tx, vault, session, code, clock.now()))
        .then(
          () => true,
          () => false,
        );
  },
  'a challenge': async () => {
    const { vault, clock } = house.kernel;
    const text = newChallenge(vault, 'test', clock.now()).toString('base64url');
    return () => Promise.resolve(expiryOf(vault, 'test', text, clock.now()) !== null);
  },
};

test.each(Object.entries(kinds))(
  '%s created by a fast clock is invalid once the clock is set back',
  async (_kind, make) => {
    const isValid = await ahead(house, dayMs, make);
    expect(await isValid()).toBe(false);
    // Machines' clocks differ a little.
    const other = await ahead(house, 4 * minuteMs, make);
    expect(await other()).toBe(true);
  },
);

test('a ticket issued by a fast clock is invalid once the clock is set back', async () => {
  const { db, env, clock } = house.kernel;
  const { id: sessionId } = await sessionOf(patient);
  const issue = () =>
    db.transaction((tx) =>
      issueTicket(tx, { accountId: patient.accountId, sessionId }, { kind: 'file' }, clock.now(), minuteMs),
    );
  const held = (token: string) => holdTicket(db, env, { kind: 'file', token, request: null, now: clock.now() });
  expect(await held((await ahead(house, dayMs, issue)).token)).toBeNull();
  expect(await held((await issue()).token)).not.toBeNull();
});

test('a process with a slow clock ends no session', async () => {
  await ahead(house, -20 * minuteMs, () => house.kernel.sessions.sweep());
  expect(await status(patient)).toBe(200);
});

test('a session used while the clock was ahead ends once it is set back, for good', async () => {
  await ahead(house, 2 * minuteMs, async () => expect(await status(patient)).toBe(200));
  expect(await status(patient)).toBe(200);
  const { clock, sessions } = house.kernel;
  const session = await sessionOf(patient);
  await ahead(house, 20 * minuteMs, () => sessions.touch(session));
  expect(await status(patient)).toBe(401);
  await sessions.sweep();
  house.clock.advance(20 * minuteMs);
  expect(later(clock.now(), -hourMs) < session.expiresAt).toBe(true);
  expect(await status(patient)).toBe(401);
});
