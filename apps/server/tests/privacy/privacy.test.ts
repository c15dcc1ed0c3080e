import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileLocation } from '@konsil/contracts/documents';
import { practiceDay } from '@konsil/contracts/practice-time';
import type { AuditEntry, Consent } from '@konsil/contracts/privacy';
import { and, eq } from 'drizzle-orm';
import { auditRecords, documents, linkedIdentities, passkeys, pushDevices } from '@konsil/server-domain/schema';
import { passkeyTexts } from '@konsil/server-domain/sealed/passkey';
import { pushSubscription } from '@konsil/server-domain/sealed/push-subscription';
import { appendAudit, verifyChains } from '@konsil/server-platform/audit/audit';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { waitForPreviews } from '../support/stored-keys.ts';
import { testApp, type TestApp } from '../support/app.ts';
import {
  requestsAs,
  inviteDoctor,
  password,
  registerPatient,
  signIn,
  signInAgain,
  signUpPatient,
  type Person,
} from '../support/people.ts';
import { aLetter, aPdfOf } from '@konsil/server-documents/testing/samples';
import { uploadOne } from '../support/upload.ts';
import { anOngoingCase, changeForms, marker, type Story } from '../support/story.ts';
import { unzip } from '../support/unzip.ts';

interface Log {
  items: AuditEntry[];
  total: number;
  people: number;
}
let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

const logOf = async ({ patient, patientId }: Pick<Story, 'patient' | 'patientId'>, query = ''): Promise<Log> =>
  (await requestsAs(house.app, patient).get(`/api/audit/${patientId}${query}`)).json<Log>();
const consentsOf = async (person: Person): Promise<Consent[]> =>
  (await requestsAs(house.app, person).get('/account/consents')).json<Consent[]>();

describe('The access log', () => {
  test('names who did what to which case and document, with refused attempts', async () => {
    const story = await anOngoingCase(house);
    const stranger = await inviteDoctor(house, { first_name: 'Ulrich', last_name: 'Fremd' });
    await requestsAs(house.app, stranger).get(`/api/documents/${story.letterId}`);
    const others = await logOf(story, '?who=doctors');
    expect(others.items[0]).toMatchObject({
      actor: { role: 'doctor', name: 'Dr. med. Ulrich Fremd', mine: false },
      action: 'document.read',
      result: 'denied',
      case_name: 'Knoten am Hals',
      document_name: 'arztbrief.pdf',
      patient_id: story.patientId,
    });
    const read = others.items.find(({ action, result }) => action === 'document.read' && result === 'allowed');
    expect(read).toMatchObject({
      actor: { role: 'doctor', name: 'Dr. med. Jonas Weber' },
      document_id: story.letterId,
      document_name: 'arztbrief.pdf',
      case_id: story.caseId,
    });
    expect(others.items.every(({ actor }) => !actor.mine)).toBe(true);
    expect(others.people).toBe(1);
    expect((await logOf(story, '?result=denied')).items).toHaveLength(1);
    expect((await logOf(story, '?who=me')).items.every(({ actor }) => actor.mine)).toBe(true);
    expect((await logOf(story, '?search=fremd')).total).toBe(1);
    expect((await logOf(story, '?search=web')).items.every(({ actor }) => actor.name.endsWith('Weber'))).toBe(true);
    expect((await logOf(story, '?to=2020-01-01')).total).toBe(0);
    const uploads = await logOf(story, '?action=document.upload');
    expect(uploads.items.map(({ document_name }) => document_name)).toEqual(['foto.jpg', 'arztbrief.pdf']);
  });

  test('is searchable by case and document, and separates reads from changes', async () => {
    const story = await anOngoingCase(house);
    const other = await anOngoingCase(house, { patient: story.patient, doctor: story.doctor });
    const found = async (query: string) => (await logOf(story, `?limit=200&${query}`)).items;
    expect(new Set((await found('search=foto')).map(({ document_name }) => document_name))).toEqual(
      new Set(['foto.jpg']),
    );
    // The photo is described as a letter.
    expect(new Set((await found('search=arztbr')).map(({ document_name }) => document_name))).toEqual(
      new Set(['arztbrief.pdf', 'foto.jpg']),
    );
    expect(new Set((await found('search=hals')).map(({ case_id }) => case_id))).toEqual(
      new Set([story.caseId, other.caseId]),
    );
    expect(await found('search=Wirbel')).toEqual([]);
    const [seen, changed, all] = [await found('kind=seen'), await found('kind=changed'), await found('')];
    expect(new Set(seen.map(({ action }) => action))).toEqual(new Set(['case.read', 'document.read', 'audit.read']));
    expect(changed.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['document.upload', 'case.send', 'message.write', 'case.write']),
    );
    expect(changed.some(({ action }) => action.endsWith('.read'))).toBe(false);
    expect(all.length).toBeGreaterThanOrEqual(seen.length + changed.length);
  });

  test('records marking a message read as a read, not as a write', async () => {
    const story = await anOngoingCase(house);
    const mine = requestsAs(house.app, story.patient);
    const [message] = (await mine.get(`/api/messagesoverview/${story.caseId}`)).json<{ items: { id: string }[] }>()
      .items;
    await mine.put(`/api/messages/${message?.id}`, { read: true });
    expect((await logOf(story, '?who=me')).items.find(({ action }) => action.startsWith('message.'))).toMatchObject({
      action: 'message.read',
      case_id: story.caseId,
    });
    expect((await logOf(story, '?who=me&action=message.write')).total).toBe(0);
  });

  test('records a conflicting save as a read of the newer text', async () => {
    const story = await anOngoingCase(house);
    const save = () =>
      requestsAs(house.app, story.doctor).post(`/api/epikrise/${story.patientId}`, {
        version: 0,
        release: true,
        content: {
          occasion: 'Knoten',
          diagnoses: '',
          course: '',
          findings: '',
          assessment: '',
          recommendation: '',
          open_questions: '',
          plain_language: '',
        },
      });
    expect((await save()).statusCode).toBeLessThan(300);
    const late = await save();
    expect([late.statusCode, late.json().current]).toEqual([409, expect.objectContaining({ version: 1 })]);
    const { items } = await logOf(story, '?who=doctors');
    expect(
      items.filter(({ action }) => action.startsWith('epicrisis.')).map(({ action, result }) => [action, result]),
    ).toEqual([
      ['epicrisis.read', 'allowed'],
      ['epicrisis.release', 'allowed'],
      ['epicrisis.write', 'allowed'],
    ]);
    expect((await verifyChains(house.kernel.db, house.kernel.vault)).faults).toEqual([]);
  });

  test('shows a stranger without a name', async () => {
    const story = await anOngoingCase(house);
    const stranger = await signUpPatient(house, { first_name: 'Nora', last_name: 'Neugier' });
    await requestsAs(house.app, stranger).get(`/api/patients/${story.patientId}`);
    expect((await logOf(story, '?result=denied')).items).toMatchObject([
      { actor: { role: 'patient', name: '', mine: false }, action: 'patient.read' },
    ]);
  });

  test('starts days at midnight in Germany', async () => {
    const story = await anOngoingCase(house);
    // Half an hour before midnight UTC it is the next day in Germany, in summer and winter.
    const now = house.clock.now().getTime();
    house.clock.advance(Math.ceil(now / dayMs) * dayMs - now + dayMs - 30 * minuteMs);
    const patient = await signInAgain(house.app, story.patient);
    await requestsAs(house.app, patient).get(`/api/patients/${story.patientId}`);
    const [today, yesterday] = [practiceDay(house.clock.now()), house.clock.now().toISOString().slice(0, 10)];
    const reads = async (period: string) =>
      (await logOf({ ...story, patient }, `?action=patient.read&${period}`)).total;
    expect([
      await reads(`from=${today}`),
      await reads(`from=${yesterday}&to=${yesterday}`),
      await reads(`from=${today}&to=${today}`),
    ]).toEqual([1, 0, 1]);
  });

  test('sorts by start time, also with overlapping accesses, on every page', async () => {
    const story = await anOngoingCase(house);
    const {
      kernel: { db, vault },
      clock,
    } = house;
    const tomorrow = clock.now().getTime() + dayMs;
    // The second is an upload around the first; the last two started at the same time.
    for (const [minute, action] of [
      [5, 'case.read'],
      [1, 'document.upload'],
      [9, 'todo.read'],
      [9, 'todo.write'],
    ] as const) {
      await db.transaction((tx) =>
        appendAudit(
          tx,
          vault,
          { accountId: story.patient.accountId, role: 'patient' },
          new Date(tomorrow + minute * minuteMs),
          [{ action, result: 'allowed', patientId: story.patientId, caseId: story.caseId }],
        ),
      );
    }
    clock.advance(2 * dayMs);
    const patient = await signInAgain(house.app, story.patient);
    const from = `from=${new Date(tomorrow - dayMs).toISOString().slice(0, 10)}`;
    const actions: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Log & { next_cursor: string | null } = (
        await requestsAs(house.app, patient).get(
          `/api/audit/${story.patientId}?limit=1&who=me&${from}${cursor && `&cursor=${cursor}`}`,
        )
      ).json();
      actions.push(...page.items.map(({ action }) => action).filter((action) => action !== 'audit.read'));
      cursor = page.next_cursor;
    }
    expect(actions.slice(0, 4)).toEqual(['todo.write', 'todo.read', 'case.read', 'document.upload']);
  });

  test('is paginated, and only for its owner', async () => {
    const story = await anOngoingCase(house);
    const all = await logOf(story, '?limit=200');
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Log & { next_cursor: string | null } = (
        await requestsAs(house.app, story.patient).get(
          `/api/audit/${story.patientId}?limit=4&to=2999-01-01${cursor && `&cursor=${cursor}`}`,
        )
      ).json();
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => all.items.some((item) => item.id === id))).toHaveLength(all.items.length);
    for (const person of [story.doctor, await signUpPatient(house)])
      expect((await requestsAs(house.app, person).get(`/api/audit/${story.patientId}`)).statusCode).toBe(404);
  });
});

describe('Consents', () => {
  test('are listed with their subject', async () => {
    const story = await anOngoingCase(house);
    expect(await consentsOf(story.patient)).toMatchObject([
      {
        kind: 'send_to_doctor',
        withdrawn_at: null,
        case_id: story.caseId,
        case_name: 'Knoten am Hals',
        patient_id: story.patientId,
        doctor_name: 'Dr. med. Jonas Weber',
      },
      { kind: 'health_data', withdrawn_at: null, case_id: null, case_name: null, doctor_name: null },
    ]);
  });

  test('end the sharing at once when withdrawn, also for issued links', async () => {
    const story = await anOngoingCase(house);
    const doctor = requestsAs(house.app, story.doctor);
    const { Filelocation } = (await doctor.get(`/api/individualdocument/get/${story.letterId}`)).json<FileLocation>();
    const file = () => house.app.inject({ url: new URL(Filelocation).pathname });
    expect((await file()).statusCode).toBe(200);
    const [consent] = await consentsOf(story.patient);
    const withdrawn = (
      await requestsAs(house.app, story.patient).post(`/account/consents/${consent?.id}/withdraw`)
    ).json<Consent>();
    expect(withdrawn.withdrawn_at).toEqual(expect.any(String));
    expect((await file()).statusCode).toBe(404);
    for (const path of [
      `/api/processoverview/${story.caseId}`,
      `/api/documents/${story.letterId}`,
      `/api/messagesoverview/${story.caseId}`,
      `/api/patients/${story.patientId}`,
    ]) {
      expect([path, (await doctor.get(path)).statusCode]).toEqual([path, 404]);
    }
    expect(
      (await requestsAs(house.app, story.patient).post(`/account/consents/${consent?.id}/withdraw`)).json<Consent>(),
    ).toEqual(withdrawn);
    const page = (await requestsAs(house.app, story.patient).get(`/api/processoverview/${story.caseId}`)).json<{
      shared: boolean;
      timeline: { kind: string }[];
    }>();
    expect([page.shared, page.timeline.filter(({ kind }) => kind === 'consent_withdrawn')]).toEqual([
      false,
      [expect.anything()],
    ]);
    expect((await logOf(story, '?action=consent.withdraw')).items[0]).toMatchObject({
      case_id: story.caseId,
      actor: { mine: true },
    });
  });

  test('of others are a 404', async () => {
    const story = await anOngoingCase(house);
    const [sharing] = await consentsOf(story.patient);
    expect(
      (await requestsAs(house.app, story.doctor).post(`/account/consents/${sharing?.id}/withdraw`)).statusCode,
    ).toBe(404);
  });
});

describe('The export', () => {
  test('contains all input, every file and a readable dossier, with valid checksums', async () => {
    const story = await anOngoingCase(house);
    const { app, kernel } = house;
    await requestsAs(app, story.doctor).post(`/api/epikrise/${story.patientId}`, {
      version: 0,
      release: true,
      content: {
        occasion: 'Knoten',
        diagnoses: 'Struma',
        course: '',
        findings: '',
        assessment: '',
        recommendation: '',
        open_questions: '',
        plain_language: 'Es ist gutartig.',
      },
    });
    await uploadOne(app, story.doctor, story.caseId, 'konsil.pdf', await aLetter(['Konsilbericht']));
    await requestsAs(app, story.patient).delete(`/api/individualdocument/get/${story.photoId}`);
    await changeForms(house, story);
    const identity = { issuer: 'https://login.kasse.example', subject: 'p-1' };
    await kernel.db.insert(linkedIdentities).values({
      ...identity,
      accountId: story.patient.accountId,
      provider: 'kasse',
      createdAt: new Date('2026-02-01T09:00:00Z'),
    });
    await kernel.db.insert(passkeys).values({
      accountId: story.patient.accountId,
      credentialId: 'never-in-an-export',
      publicKey: Buffer.from('never-in-an-export'),
      synced: true,
      sealed: await kernel.vault.seal(kernel.db, story.patient.accountId, passkeyTexts, { name: 'Mein Telefon' }),
      createdAt: new Date('2026-02-02T09:00:00Z'),
    });
    await kernel.db.insert(pushDevices).values({
      accountId: story.patient.accountId,
      device: 'Firefox, Android',
      sealed: await kernel.vault.seal(kernel.db, story.patient.accountId, pushSubscription, {
        endpoint: 'https://push.example/never-in-an-export',
        p256dh: 'never-in-an-export',
        auth: 'never-in-an-export',
      }),
      createdAt: new Date('2026-02-03T09:00:00Z'),
    });
    const asked = await requestsAs(app, story.patient).post('/account/export', { current_password: password });
    expect(asked.statusCode).toBe(200);
    const download = await app.inject({ url: new URL(asked.json<FileLocation>().Filelocation).pathname });
    expect([download.statusCode, download.headers['content-type'], download.headers['content-disposition']]).toEqual([
      200,
      'application/zip',
      expect.stringMatching(/^attachment; filename="konsil-\d{4}-\d\d-\d\d\.zip"/),
    ]);
    const members = await unzip(download.rawPayload);
    const manifest = JSON.parse(String(members.get('manifest.json'))) as {
      files: { path: string; sha256: string; size: number }[];
    };
    expect(manifest.files.map(({ path }) => path).sort()).toEqual([
      'data.json',
      'documents/Knoten-am-Hals/arztbrief.pdf',
      'documents/Knoten-am-Hals/foto.jpg',
      'documents/Knoten-am-Hals/konsil.pdf',
      'dossier.pdf',
    ]);
    expect([...members.keys()].sort()).toEqual([...manifest.files.map(({ path }) => path), 'manifest.json'].sort());
    for (const { path, sha256, size } of manifest.files) {
      const bytes = members.get(path) as Buffer;
      expect([path, bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([path, size, sha256]);
    }
    const data = JSON.parse(String(members.get('data.json'))) as Record<string, never>;
    const [patient] = data['patients'] as unknown as {
      record: object;
      cases: { [key: string]: unknown }[];
      epicrisis: { released: object };
      accesses: unknown[];
    }[];
    expect(data['account']).toMatchObject({
      email: story.patient.email,
      full_name: 'Petra Möller',
      phone: story.patient.phone,
    });
    expect(data['consents']).toHaveLength(2);
    expect(data['linked_identities']).toEqual([
      { ...identity, created_at: '2026-02-01T09:00:00.000Z', last_used_at: null },
    ]);
    // Keys and counters, which sign somebody in, are not exported.
    expect(data['passkeys']).toEqual([
      { name: 'Mein Telefon', created_at: '2026-02-02T09:00:00.000Z', last_used_at: null, synced: true },
    ]);
    expect(data['push_devices']).toEqual([
      {
        device: 'Firefox, Android',
        service: 'push.example',
        created_at: '2026-02-03T09:00:00.000Z',
        last_sent_at: null,
      },
    ]);
    expect(JSON.stringify(data)).not.toContain('never-in-an-export');
    expect(patient?.record).toMatchObject({ first_name: 'Petra', street: 'Lindenweg' });
    expect(patient?.epicrisis.released).toMatchObject({ content: { plain_language: 'Es ist gutartig.' } });
    expect(patient?.cases[0]).toMatchObject({
      case_name: 'Knoten am Hals',
      diagnosis: marker,
      medical_history: 'seit April',
      forms_history: [{ before: { medical_history: 'seit Mai' } }],
      questions: [{ text: 'Muss ich operiert werden?' }],
      requests: [{ note: 'Bitte ansehen' }],
      messages: [{ subject: 'Rückruf' }],
    });
    expect((patient?.cases[0]?.['documents'] as unknown[]).length).toBe(3);
    expect(patient?.accesses.length).toBe(
      (await kernel.db.$count(auditRecords, eq(auditRecords.chain, story.patientId))) - 1,
    );
    expect(members.get('dossier.pdf')?.subarray(0, 5).toString()).toBe('%PDF-');
    const letters = await house.outbox(story.patient.email);
    expect(letters[0]?.subject).toBe('Ihre Daten wurden zusammengestellt');
    expect((await logOf(story, '?action=export')).total).toBe(1);
  });

  test('reveals nothing about guessed ids', async () => {
    const story = await anOngoingCase(house);
    const stranger = await registerPatient(house);
    const nothing = '5f0c1d5e-8a0b-4c53-9f4e-1c2d3e4f5a6b';
    for (const address of ['/api/individualdocument/get/', '/api/processoverview/', '/api/patients/']) {
      for (const id of [
        address.includes('document') ? story.letterId : address.includes('process') ? story.caseId : story.patientId,
        nothing,
      ])
        await requestsAs(house.app, stranger).get(`${address}${id}`);
    }
    const asked = await requestsAs(house.app, stranger).post('/account/export', { current_password: password });
    const members = await unzip(
      (await house.app.inject({ url: new URL(asked.json<FileLocation>().Filelocation).pathname })).rawPayload,
    );
    const data = JSON.parse(String(members.get('data.json'))) as {
      own_actions: { at: string; action: string; result: string }[];
      sign_ins: unknown[];
    };
    const refused = data.own_actions.filter(({ result }) => result === 'denied').map(({ at: _, ...action }) => action);
    expect(refused.length).toBe(6);
    for (let n = 0; n < refused.length; n += 2) expect(refused[n]).toEqual(refused[n + 1]);
    for (const id of [story.letterId, story.caseId, story.patientId])
      expect(String(members.get('data.json'))).not.toContain(id);
    expect(data.sign_ins).toMatchObject([{ result: 'allowed' }]);
  });

  test('fails at a damaged file, reports it, and can be requested again', async () => {
    const story = await anOngoingCase(house);
    // The worker that prepares the file finds the damage, too.
    await waitForPreviews(house);
    const [row] = await house.kernel.db.select().from(documents).where(eq(documents.id, story.letterId));
    const path = join(house.env.KONSIL_DATA_DIR, 'files', row?.storageKey.slice(0, 2) ?? '', row?.storageKey ?? '');
    const whole = await readFile(path);
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(100) ^ 4, 100);
    await writeFile(path, bytes);
    const ask = () => requestsAs(house.app, story.patient).post('/account/export', { current_password: password });
    expect((await ask()).statusCode).toBe(500);
    expect(
      await house.kernel.db.$count(
        auditRecords,
        and(eq(auditRecords.documentId, story.letterId), eq(auditRecords.action, 'file.damaged')),
      ),
    ).toBe(1);
    await writeFile(path, whole);
    expect((await ask()).statusCode).toBe(200);
  });

  test('requires the password, and its link expires with the session or after an hour', async () => {
    const story = await anOngoingCase(house);
    const mine = requestsAs(house.app, story.patient);
    expect((await mine.post('/account/export', { current_password: 'falsch' })).json()).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'current_password', code: 'passwordWrong' }],
    });
    const link = async (person: Pick<Person, 'token' | 'csrf'>) =>
      new URL(
        (
          await requestsAs(house.app, person).post('/account/export', { current_password: password })
        ).json<FileLocation>().Filelocation,
      ).pathname;
    const [first, other] = [await link(story.patient), await signIn(house.app, story.patient.email)];
    const second = await link(other);
    await requestsAs(house.app, other).post('/account/api/logout', {});
    expect([
      (await house.app.inject({ url: first })).statusCode,
      (await house.app.inject({ url: second })).statusCode,
    ]).toEqual([200, 404]);
    house.clock.advance(25 * minuteMs);
    await mine.get('/account/isloggedin');
    house.clock.advance(25 * minuteMs);
    await mine.get('/account/isloggedin');
    expect((await house.app.inject({ url: first })).statusCode).toBe(200);
    house.clock.advance(11 * minuteMs);
    await mine.get('/account/isloggedin');
    expect((await house.app.inject({ url: first })).statusCode).toBe(404);
  });

  test("of a doctor contains their account and actions, and no patient's texts", async () => {
    const story = await anOngoingCase(house);
    const asked = await requestsAs(house.app, story.doctor).post('/account/export', { current_password: password });
    const members = await unzip(
      (await house.app.inject({ url: new URL(asked.json<FileLocation>().Filelocation).pathname })).rawPayload,
    );
    const text = String(members.get('data.json'));
    expect(text).toContain(story.doctor.email);
    expect(text).not.toContain(marker);
    expect(JSON.parse(text)).toMatchObject({ patients: [], account: { directory: { lastName: 'Weber' } } });
  });
});

test('user input and uploads are unreadable on disk', async () => {
  const story = await anOngoingCase(house);
  await uploadOne(
    house.app,
    story.patient,
    story.caseId,
    `${marker}.pdf`,
    Buffer.concat([aPdfOf(5000), Buffer.from(marker)]),
  );
  await house.owner.db.execute('checkpoint');
  const { rows } = await house.owner.db.execute<{ data_directory: string }>('show data_directory');
  for (const folder of [house.env.KONSIL_DATA_DIR, String(rows[0]?.data_directory)]) {
    const found = execFileSync('sh', ['-c', 'grep -rla "$1" "$2" || true', 'sh', marker, folder]).toString();
    expect(found).toBe('');
  }
});
