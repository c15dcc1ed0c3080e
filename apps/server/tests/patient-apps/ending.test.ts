import type { AllowedApp } from '@konsil/contracts/patient-apps';
import { keptTables } from '@konsil/server-backup/backup-tables';
import { eq } from 'drizzle-orm';
import { appGrants, auditRecords } from '@konsil/server-domain/schema';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { deleteExpired } from '../../src/housekeeping.ts';
import { bodyOf } from '../support/cases.ts';
import { password, requestsAs } from '../support/people.ts';
import { patientApps } from '../support/patient-apps.ts';

const { state, konsil, register, codeFor, exchange, tokensFor, get } = patientApps();
const asPatient = () => requestsAs(state().house.app, state().ours.patient);
const apps = async () => bodyOf<AllowedApp[]>(await asPatient().get('/api/apps'));

test('an app on two devices is listed once for a person, and ends on both', async () => {
  const { ours, child } = state();
  const first = await tokensFor({ scope: 'patient/Patient.rs patient/Task.rs' });
  state().house.clock.advance(minuteMs);
  const second = await tokensFor({ scope: 'patient/Patient.rs patient/DocumentReference.rs offline_access' });
  expect((await get(first.access_token, 'Patient')).statusCode).toBe(200);
  const ofChild = await tokensFor({}, child.patientId);
  const [one, ...others] = (await apps()).filter(({ patient }) => patient.id === ours.ids.patient);
  expect([one?.reads, others]).toEqual([['person', 'messages', 'documents'], []]);
  expect(one?.last_used_at).not.toBeNull();
  expect(Date.parse(one?.until ?? '') - Date.parse(one?.since ?? '')).toBeGreaterThanOrEqual(90 * dayMs + minuteMs);
  bodyOf(await asPatient().post(`/api/apps/${one?.id}/end`));
  for (const { access_token: token } of [first, second]) expect((await get(token, 'Patient')).statusCode).toBe(401);
  expect((await get(ofChild.access_token, 'Patient')).statusCode).toBe(200);
  expect((await apps()).map(({ patient }) => patient.id)).toEqual([child.patientId]);
});

test('the log keeps the granted scopes, and the patients whose data an app read', async () => {
  const { ours, house, child } = state();
  const id = await register('Fitnessbuch');
  const { access_token: token } = await tokensFor({ client_id: id, scope: 'patient/Patient.r patient/Task.rs' });
  expect((await get(token, `Patient/${ours.ids.patient}`)).statusCode).toBe(200);
  const rows = await house.kernel.db.select().from(auditRecords).where(eq(auditRecords.action, 'app.allow'));
  expect(JSON.parse(rows.at(-1)?.detail ?? '{}') as unknown).toEqual({
    client: id,
    scope: 'launch/patient patient/Patient.r patient/Task.rs',
  });
  const { code, text } = await konsil('audit', 'affected', '--client', id, '--from', '2020-01-01', '--json');
  expect([code, JSON.parse(text) as unknown]).toEqual([
    0,
    [expect.objectContaining({ patient_id: ours.ids.patient, tell: ours.patient.email, by: ours.patient.email })],
  ]);
  expect(text).not.toContain(child.patientId);
});

test('a restored backup gives no app its former access', async () => {
  const client = await state().house.owner.pool.connect();
  try {
    const kept = await keptTables(client);
    expect(kept).toContain('patient_apps');
    for (const table of ['app_grants', 'app_tokens']) expect(kept).not.toContain(table);
  } finally {
    client.release();
  }
});

test('the e-mail about a changed password mentions apps that keep their access', async () => {
  const { house, ours } = state();
  const letter = async () => (await house.outbox(ours.patient.email)).find(({ subject }) => /Passwort/.test(subject));
  const change = async (from: string, to: string) => {
    const { Authorization: token, CSRF_Token: csrf } = bodyOf<Record<'Authorization' | 'CSRF_Token', string>>(
      await asPatient().post('/account/password', { current_password: from, password: to, confirm_password: to }),
    );
    Object.assign(ours.patient, { token, csrf });
  };
  for (const { id } of await apps()) bodyOf(await asPatient().post(`/api/apps/${id}/end`));
  await change(password, 'Sieben-Zitronen-8');
  expect((await letter())?.text).not.toContain('#apps');
  const { access_token: token } = await tokensFor();
  await change('Sieben-Zitronen-8', password);
  expect((await letter())?.text).toContain('/patient/privacy#apps');
  expect((await get(token, 'Patient')).statusCode).toBe(200);
});

test('a code that no app redeemed is deleted after a day', async () => {
  const { house } = state();
  await exchange(await codeFor());
  const before = await house.kernel.db.$count(appGrants);
  await codeFor();
  await deleteExpired(house.kernel);
  expect(await house.kernel.db.$count(appGrants)).toBe(before + 1);
  house.clock.advance(2 * dayMs);
  await deleteExpired(house.kernel);
  expect(await house.kernel.db.$count(appGrants)).toBe(before);
});
