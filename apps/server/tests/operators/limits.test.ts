import type { ConsoleLimit } from '@konsil/contracts/console-limits';
import type { QuotaSetting } from '@konsil/contracts/quota-settings';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { actingAs } from '@konsil/server-domain/database/roles';
import { aPdfOf } from '@konsil/server-documents/testing/samples';
import { aCase, type TestCase } from '../support/a-case.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf } from '../support/cases.ts';
import { aClinic } from '../support/clinics.ts';
import { atConsole, signedInOperator } from '../support/operators.ts';
import { newEmail, password, requestsAs, type Person } from '../support/people.ts';
import { upload, uploadOne } from '../support/upload.ts';

const megabyte = 1024 * 1024;
let house: TestApp;
let operator: Person;
beforeEach(async () => {
  house = await testApp({ LIMIT_SIGN_UPS_DAY: '30', QUOTA_MEGABYTES: '500', KONSIL_LIMITS_FACTOR: '1' });
  operator = await signedInOperator(house, ['quotas', 'doctors']);
});
afterEach(() => house.close());

const list = async (by = operator): Promise<ConsoleLimit[]> =>
  bodyOf<{ limits: ConsoleLimit[] }>(await atConsole(house, by).get('/api/console/limits')).limits;
const one = async (setting: QuotaSetting) => (await list()).find((limit) => limit.setting === setting);
const change = (setting: QuotaSetting, size: number | null, by = operator) =>
  atConsole(house, by).post('/api/console/limits', { setting, size });
const signUp = async (app: FastifyInstance = house.app) =>
  (
    await requestsAs(app).post('/account/api/signup', {
      email: newEmail(),
      password,
      confirm_password: password,
      consent: true,
    })
  ).statusCode;
const codeOf = (answer: { json: <T>() => T }) => answer.json<ProblemBody>().code;
/** Counts as stored without the bytes. */
const fill = (theCase: TestCase, megabytes: number) =>
  house.owner.pool.query('update documents set size = $2 where case_id = $1', [theCase.id, megabytes * megabyte]);
const sendTo = (theCase: TestCase, bytes: number) =>
  upload(house.app, theCase.patient, theCase.id, [{ name: `${bytes}.pdf`, bytes: aPdfOf(bytes) }]);

test('limits are seen by every operator, and changed only with the permission', async () => {
  const other = await signedInOperator(house, ['people', 'doctors', 'letters', 'audit', 'holds', 'legal']);
  expect((await list(other)).length).toBe(12);
  expect((await change('LIMIT_SMS_DAY', 3000, other)).statusCode).toBe(404);
  expect(await one('LIMIT_SMS_DAY')).toMatchObject({ size: 5000, configured: 5000, source: 'setting' });
  expect(await one('LIMIT_SIGN_UPS_DAY')).toMatchObject({ size: 30, configured: 30, per_minutes: 1440 });
  expect(await one('QUOTA_CLINIC_MEGABYTES')).toMatchObject({ size: null, share: null, per_minutes: null });
});

test('a limit outside its bounds is refused, and only changed limits can be reset', async () => {
  for (const size of [99, 100_001, 12.5])
    expect(bodyOf<ProblemBody>(await change('LIMIT_SMS_DAY', size), 422).errors).toMatchObject([
      { path: 'size', code: 'invalid' },
    ]);
  expect(codeOf(await change('LIMIT_SMS_DAY', null))).toBe('not_allowed_now');
  expect((await change('LIMIT_CALLS_MINUTE' as QuotaSetting, 5000)).statusCode).toBe(422);
});

test('a changed rate limit applies at once in all processes, including earlier hits', async () => {
  const second = await house.secondProcess();
  for (let times = 0; times < 2; times += 1) expect(await signUp()).toBe(201);
  expect(bodyOf(await change('LIMIT_SIGN_UPS_MINUTE', 2))).toBeDefined();
  expect(await signUp(second)).toBe(429);
  expect((await list())[0]).toMatchObject({
    setting: 'LIMIT_SIGN_UPS_MINUTE',
    size: 2,
    configured: 5,
    source: 'console',
    changed_by: 'Jonas Petri',
    used: 3,
    share: 1.5,
  });
  bodyOf(await change('LIMIT_SIGN_UPS_MINUTE', null));
  expect(await signUp(second)).toBe(201);
  expect(await one('LIMIT_SIGN_UPS_MINUTE')).toMatchObject({ size: 5, source: 'setting', changed_by: '' });
});

test('an account over its storage limit gets no new files, and loses none', async () => {
  const theCase = await aCase(house);
  const kept = await uploadOne(house.app, theCase.patient, theCase.id, 'a.pdf', aPdfOf(500));
  await fill(theCase, 150);
  expect((await one('QUOTA_MEGABYTES'))?.used).toBe(150);
  bodyOf(await change('QUOTA_MEGABYTES', 120));
  const refused = await sendTo(theCase, 501);
  expect([refused.statusCode, codeOf(refused)]).toEqual([413, 'quota']);
  const mine = requestsAs(house.app, theCase.patient);
  expect((await mine.get(`/api/individualdocument/get/${kept.documentId}`)).statusCode).toBe(200);
  expect((await list())[0]).toMatchObject({ setting: 'QUOTA_MEGABYTES', share: 1.25 });
  bodyOf(await change('QUOTA_MEGABYTES', 200));
  expect((await sendTo(theCase, 501)).statusCode).toBeLessThan(300);
});

test("a clinic's full storage refuses uploads into its doctors' cases only", async () => {
  const [theirs, another] = [await aCase(house), await aCase(house)];
  const clinic = bodyOf<{ id: string }>(await atConsole(house, operator).post('/api/console/clinics', aClinic()), 201);
  bodyOf(
    await atConsole(house, operator).post(`/api/console/clinics/${clinic.id}/doctors`, {
      doctor: theirs.doctor.accountId,
      site: null,
      belongs: true,
    }),
  );
  await uploadOne(house.app, theirs.patient, theirs.id, 'a.pdf', aPdfOf(500));
  await fill(theirs, 1000);
  bodyOf(await change('QUOTA_MEGABYTES', 5000));
  expect((await sendTo(theirs, 501)).statusCode).toBeLessThan(300);
  bodyOf(await change('QUOTA_CLINIC_MEGABYTES', 1000));
  const refused = await sendTo(theirs, 502);
  expect([refused.statusCode, codeOf(refused)]).toEqual([413, 'clinic_quota']);
  // Before the file is received: this one would be refused for what it is.
  const early = await upload(house.app, theirs.patient, theirs.id, [{ name: 'a.exe', bytes: Buffer.from('MZ') }]);
  expect(codeOf(early)).toBe('clinic_quota');
  expect((await sendTo(another, 502)).statusCode).toBeLessThan(300);
  expect(await one('QUOTA_CLINIC_MEGABYTES')).toMatchObject({ source: 'console', configured: null });
});

test('each change is recorded with old and new values; requests cannot write limits', async () => {
  bodyOf(await change('LIMIT_SMS_DAY', 3000));
  bodyOf(await change('LIMIT_SMS_DAY', 4000));
  bodyOf(await change('LIMIT_SMS_DAY', null));
  const { rows } = await house.owner.pool.query(
    "select action, actor_id, detail::json as detail from audit_records where action like 'quota.%' order by id",
  );
  expect(rows).toEqual(
    [
      ['quota.change', { setting: 'LIMIT_SMS_DAY', before: '5000', size: '3000' }],
      ['quota.change', { setting: 'LIMIT_SMS_DAY', before: '3000', size: '4000' }],
      ['quota.reset', { setting: 'LIMIT_SMS_DAY', before: '4000', size: '5000' }],
    ].map(([action, detail]) => ({ action, actor_id: operator.accountId, detail })),
  );
  await expect(
    house.kernel.db.transaction((tx) => tx.execute(sql`delete from quotas`), actingAs(operator.accountId)),
  ).rejects.toMatchObject({ cause: { code: '42501' } });
});
