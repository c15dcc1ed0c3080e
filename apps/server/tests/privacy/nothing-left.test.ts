import { randomUUID } from 'node:crypto';
import type { Reader } from '@konsil/contracts/reader-states';
import { sendings } from '@konsil/server-domain/schema';
import { eraseAccount } from '@konsil/server-privacy/erase-account';
import { hourMs, later } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf } from '../support/cases.ts';
import { aConversation } from '../support/conversation.ts';
import { password, requestsAs, signUpPatient } from '../support/people.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

/** The tables that name an erased person by ids and codes: proofs, and live events, which are swept within a day. */
const idsOnly = ['audit_records', 'kept_entries', 'endings', 'security_events', 'events'];

/** The tables with a row that contains one of these texts in any column. */
const tablesWith = async (texts: readonly string[]): Promise<string[]> => {
  const { rows: tables } = await house.owner.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await house.owner.pool.query(
      `select 1 from "${name}" t where to_jsonb(t)::text ilike any ($1) limit 1`,
      [texts.map((text) => `%${text}%`)],
    );
    if (rowCount && !idsOnly.includes(name)) found.push(name);
  }
  return found;
};

test('no table has data of an erased person except letters kept by their doctor', async () => {
  const { patient, doctor, ids } = await aConversation(house);
  const mine = requestsAs(house.app, patient);
  const [theirs, helper] = [requestsAs(house.app, doctor), await signUpPatient(house)];
  const acting = requestsAs(house.app, helper);
  const invite = (email: string, role: string) =>
    mine.post(`/api/patients/${ids.patient}/readers`, { email, until: null, role });
  const { id } = bodyOf<Reader>(await invite(helper.email, 'act'), 201);
  bodyOf(await acting.post(`/api/readers/${id}/answer`, { accepts: true }));
  bodyOf(await invite('offen@example.org', 'see'), 201);
  for (const who of [mine, theirs, acting]) {
    const once = { 'idempotency-key': randomUUID() };
    bodyOf(await who.post(`/api/messages/${ids.case}`, { subject: 'Noch etwas', message: 'Danke.' }, once), 201);
    bodyOf(await who.put(`/account/drafts/message:${ids.case}`, { content: { message: 'Angefangen' } }));
  }
  bodyOf(await mine.post('/account/export', { current_password: password }));
  await house.kernel.db.insert(sendings).values({
    kind: 'message',
    accountId: doctor.accountId,
    role: 'doctor',
    patientId: ids.patient,
    caseId: ids.case,
    sealed: Buffer.from('held'),
    dueAt: later(house.clock.now(), hourMs),
  });
  const names = [patient.accountId, patient.email, 'offen@example.org', ...Object.values(ids)];
  expect(await tablesWith(names)).toEqual(
    expect.arrayContaining(['drafts', 'idempotency_keys', 'patient_readers', 'search_texts', 'sendings', 'tickets']),
  );
  expect(await eraseAccount(house.kernel, patient.accountId, () => true)).toBe(true);
  expect(await tablesWith(names)).toEqual(['doctor_letters']);
});
