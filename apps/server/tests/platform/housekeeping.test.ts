import { eq } from 'drizzle-orm';
import { mailLinks, otpCodes, outbox, sessions } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, signInAgain, signUpPatient } from '../support/people.ts';
import { verifyAnchors } from '@konsil/server-platform/audit/audit-anchors';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { keptParts } from '@konsil/server-privacy/tombstones';
import { waitUntil } from '@konsil/server-testing/until';
import { deleteExpired, isAnchorDue } from '../../src/housekeeping.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

test('deletes expired data after a while, and keeps valid data', async () => {
  const { db } = house.kernel;
  const patient = await signUpPatient(house);
  const counts = async () =>
    Promise.all([db.$count(mailLinks), db.$count(otpCodes), db.$count(sessions), db.$count(outbox)]);
  await requestsAs(house.app, patient).post('/account/api/logout');
  const before = await counts();
  await deleteExpired(house.kernel);
  expect(await counts()).toEqual(before);

  house.clock.advance(32 * dayMs);
  const again = await signInAgain(house.app, patient);
  await db.update(outbox).set({ sentAt: new Date(), createdAt: new Date(Date.now() - dayMs) });
  await deleteExpired(house.kernel);
  expect(await db.$count(mailLinks)).toBe(0);
  expect(await db.$count(otpCodes)).toBe(0);
  expect(await db.$count(outbox)).toBe(0);
  expect(await db.$count(sessions, eq(sessions.accountId, patient.accountId))).toBe(1);
  expect((await requestsAs(house.app, again).get('/account/isloggedin')).statusCode).toBe(200);
});

test.each([
  ['no new record, however long ago', { grown: 0, sinceMs: dayMs }, false],
  ['a few records', { grown: 499, sinceMs: 10 * minuteMs - 1 }, false],
  ['500 records at once', { grown: 500, sinceMs: 0 }, true],
  ['one record after ten minutes', { grown: 1, sinceMs: 10 * minuteMs }, true],
])('the access log is anchored periodically: %s', (_name, log, due) => expect(isAnchorDue(log)).toBe(due));

test('a starting process anchors records left by an earlier one', async () => {
  const anchors = async () => (await verifyAnchors(keptParts(house.kernel), { readOnly: true })).anchors;
  await signUpPatient(house);
  const before = await anchors();
  await house.secondProcess();
  await waitUntil(async () => (await anchors()) > before);
});
