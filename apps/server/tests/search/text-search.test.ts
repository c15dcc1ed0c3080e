import type { SearchHit } from '@konsil/contracts/search';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { aLetter } from '@konsil/server-documents/testing/samples';
import { DocumentReader } from '@konsil/server-documents/document-reader';
import { indexPages } from '@konsil/server-documents/index-pages';
import { removeInfected } from '@konsil/server-documents/remove-infected';
import { cases, documents, searchTexts } from '@konsil/server-domain/schema';
import { textReaders } from '@konsil/server-domain/search/text-readers';
import { eraseAccount } from '@konsil/server-privacy/erase-account';
import { indexTexts } from '@konsil/server-search/index-texts';
import { waitUntil } from '@konsil/server-testing/until';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, bodyOf, newCase, pageOf, send, sentCase } from '../support/cases.ts';
import { withOtherTransaction } from '../support/other-transaction.ts';
import { inviteDoctor, requestsAs, signUpPatient, type Person } from '../support/people.ts';
import { details, uploadOne } from '../support/upload.ts';

let house: TestApp;
let reader: DocumentReader;
beforeAll(async () => {
  house = await testApp();
  reader = new DocumentReader(house.env);
});
afterAll(async () => {
  reader.close();
  await house.close();
});

/** The background job, which may have some rows already. */
const index = () =>
  waitUntil(async () => {
    await indexTexts(house.kernel);
    await indexPages(house.kernel, reader);
    return (await house.kernel.db.$count(searchTexts, isNotNull(searchTexts.staleSince))) === 0;
  });

const searchAs = async (who: Person, q: string) =>
  bodyOf<SearchHit[]>(await requestsAs(house.app, who).get(`/api/search?q=${encodeURIComponent(q)}`));
const placesAs = async (who: Person, q: string) =>
  (await searchAs(who, q)).flatMap(({ id, found }) => found.map(({ place, page }) => [id, place, page]));
const preparedLetter = async (who: Person, caseId: string, name: string, lines: string[][]): Promise<string> => {
  const { documentId } = await uploadOne(house.app, who, caseId, name, await aLetter(lines.flat()));
  bodyOf(await requestsAs(house.app, who).post(`/api/metadata/${documentId}`, details()));
  return documentId;
};
const untilPrepared = (id: string) =>
  waitUntil(async () => {
    const { rows } = await house.kernel.db.execute(
      sql`select 1 from documents where id = ${id} and prepared_at is not null`,
    );
    return rows.length > 0;
  });
const withdraw = async ({ patient, caseId }: { patient: Person; caseId: string }) => {
  const [consent] = bodyOf<{ id: string; case_id: string | null }[]>(
    await requestsAs(house.app, patient).get('/account/consents'),
  ).filter(({ case_id }) => case_id === caseId);
  return bodyOf(await requestsAs(house.app, patient).post(`/account/consents/${consent?.id}/withdraw`));
};
const readersIn = async (caseId: string) => {
  const rows = await house.kernel.db.select().from(searchTexts).where(eq(searchTexts.caseId, caseId));
  return new Set(rows.flatMap(({ readers }) => readers));
};
/** Runs while another transaction of ours has done something that it has not committed yet. */
const whileUncommitted = async (statement: string, values: unknown[], run: () => Promise<void>) => {
  const client = await house.owner.pool.connect();
  try {
    await client.query('begin');
    await client.query(statement, values);
    await run();
    await client.query('commit');
  } finally {
    client.release();
  }
};

test('finds words in every text of a case, and says where', async () => {
  const doctor = await inviteDoctor(house);
  const conversation = await newCase(
    house,
    { doctor },
    {
      diagnosis: 'Phäochromozytom der Nebenniere',
      medical_history: 'Seit Ostern anfallsweise Herzrasen.',
      questions: ['Hilft eine Adrenalektomie?'],
    },
  );
  const { caseId, patient } = conversation;
  const letter = await preparedLetter(patient, caseId, 'Szintigrafie.pdf', [
    ['Der Befund: Metanephrine', 'deutlich er-', 'hoeht.'],
  ]);
  await untilPrepared(letter);
  bodyOf(await send(house, conversation), 201);
  const [question] = (await pageOf(house, conversation)).questions;
  bodyOf(
    await answer(house, conversation, 'final_answer', {
      answer: 'Vorher ist eine Alphablockade noetig.',
      question_answers: [{ question_id: question?.id ?? '', text: 'Ja, laparoskopisch.' }],
    }),
    201,
  );
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/messages/${caseId}`, {
      subject: 'Vertretung',
      message: 'Wer operiert während des Urlaubs?',
    }),
    201,
  );
  await index();

  const expected: [string, string, number | null][] = [
    ['Phäochromozytom', 'diagnosis', null],
    ['phaeochromo', 'diagnosis', null],
    ['herzrasen', 'medical_history', null],
    ['Adrenalektomie', 'question', null],
    ['alphablock', 'answer', null],
    ['laparoskopisch', 'answer', null],
    ['Urlaubs', 'message', null],
    ['Vertretung', 'message', null],
    ['Szintigrafie', 'document', null],
    ['Metanephrine', 'page', 1],
    ['erhoeht', 'page', 1],
  ];
  for (const [typed, place, page] of expected)
    expect([typed, await placesAs(doctor, typed)]).toEqual([typed, [[caseId, place, page]]]);
  const [hit] = await searchAs(doctor, 'herzrasen');
  expect(hit?.found[0]?.excerpt).toEqual({ before: 'Seit Ostern anfallsweise ', word: 'Herzrasen', after: '.' });
  // A second word may be in the patient's name.
  const [{ patient: named } = { patient: { last_name: '' } }] = await searchAs(doctor, 'herzrasen');
  expect(await placesAs(doctor, `herzrasen ${named.last_name}`)).toEqual([[caseId, 'medical_history', null]]);
  expect(await placesAs(doctor, 'herzrasen Adrenalektomie')).toEqual([]);
  expect(await placesAs(patient, 'Phäochromozytom')).toEqual([[caseId, 'diagnosis', null]]);
  expect(await placesAs(await inviteDoctor(house), 'Phäochromozytom')).toEqual([]);
});

test('a changed text is found by its new words only', async () => {
  const doctor = await inviteDoctor(house);
  const conversation = await sentCase(house, { doctor }, { diagnosis: 'Glomustumor' });
  await index();
  expect((await searchAs(doctor, 'Glomustumor')).length).toBe(1);
  const { questions } = await pageOf(house, conversation, conversation.patient);
  bodyOf(
    await requestsAs(house.app, conversation.patient).post(`/api/generalprocessforms/${conversation.caseId}`, {
      diagnosis: 'Paragangliom',
      medical_history: 'Seit März bekannt.',
      questions: questions.map(({ id, text }) => ({ id, text })),
    }),
  );
  await index();
  expect(await placesAs(doctor, 'Glomustumor')).toEqual([]);
  expect(await placesAs(doctor, 'Paragangliom')).toEqual([[conversation.caseId, 'diagnosis', null]]);
});

test('unsent documents and withdrawn cases are found by the patient only', async () => {
  const doctor = await inviteDoctor(house);
  const conversation = await sentCase(house, { doctor }, { diagnosis: 'Insulinom' });
  const { patient, caseId } = conversation;
  const { documentId } = await uploadOne(house.app, patient, caseId, 'Zuckertagebuch.pdf', await aLetter(['Werte']));
  await index();
  expect(await placesAs(doctor, 'Zuckertagebuch')).toEqual([]);
  expect((await searchAs(patient, 'Zuckertagebuch'))[0]?.found[0]?.id).toBe(documentId);
  expect((await searchAs(doctor, 'Insulinom')).length).toBe(1);
  await withdraw(conversation);
  expect(await searchAs(doctor, 'Insulinom')).toEqual([]);
  await index();
  expect(await readersIn(caseId)).toEqual(new Set([patient.accountId]));
  expect((await searchAs(patient, 'Insulinom')).length).toBe(1);
});

const sentLetter = async () => {
  const doctor = await inviteDoctor(house);
  const conversation = await newCase(house, { doctor });
  const id = await preparedLetter(conversation.patient, conversation.caseId, 'Brief.pdf', [['Insulinom']]);
  await send(house, conversation);
  await untilPrepared(id);
  await index();
  return { ...conversation, id };
};

test('a text that is added during a withdrawal is found by the patient only', async () => {
  const { patient, caseId } = await sentLetter();
  await whileUncommitted(
    "insert into search_texts (kind, ref_id, case_id, readers) values ('message', gen_random_uuid(), $1, konsil_readers_of($1))",
    [caseId],
    async () => void (await withdraw({ patient, caseId })),
  );
  await index();
  expect(await readersIn(caseId)).toEqual(new Set([patient.accountId]));
});

test.each([
  [false, false],
  [false, true],
  [true, false],
  [true, true],
])('the readers of an index job are those of the database (sent: %s, shared: %s)', async (isSent, isShared) => {
  const { doctor, patient, caseId } = await sentCase(house);
  const now = house.kernel.clock.now();
  const [row] = await house.owner.db.transaction(async (tx) => {
    await tx
      .update(cases)
      .set({
        status: isSent ? 'with_doctor' : 'draft',
        firstSentAt: isSent ? now : null,
        sharedAt: isShared ? now : null,
      })
      .where(eq(cases.id, caseId));
    return tx
      .select({ ofJob: textReaders, ofDatabase: sql<string[]>`konsil_readers_of(${cases.id})` })
      .from(cases)
      .where(eq(cases.id, caseId));
  });
  const readers = [patient.accountId, ...(isSent && isShared ? [doctor.accountId] : [])];
  expect(row).toEqual({ ofJob: readers, ofDatabase: readers });
});

test('pages that are indexed when a withdrawal begins are found by the patient only', async () => {
  const { patient, caseId, id } = await sentLetter();
  await house.kernel.db
    .update(searchTexts)
    .set({ staleSince: new Date(0) })
    .where(and(eq(searchTexts.refId, id), eq(searchTexts.kind, 'pdf')));
  await withOtherTransaction(house, async (other) => {
    await other.query("select 1 from search_texts where ref_id = $1 and kind = 'page' for update", [id]);
    // A real one interrupts the reading on a busy machine, and nothing would wait.
    const indexed = indexPages(house.kernel, { words: async () => ({ pages: [['insulinom']] }) });
    await other.untilSomeoneWaits();
    const withdrawn = withdraw({ patient, caseId });
    await other.untilSomeoneWaits(2);
    await other.commit();
    await Promise.all([indexed, withdrawn]);
  });
  await index();
  expect(await readersIn(caseId)).toEqual(new Set([patient.accountId]));
});

test('pages that are indexed while their file is removed do not deadlock with the removal', async () => {
  const { caseId, id } = await sentLetter();
  const [row] = await house.kernel.db.select().from(documents).where(eq(documents.id, id));
  if (!row) throw new Error('The document is gone.');
  // The second page keeps the removal between the pages and the row that queues their file.
  await house.owner.pool.query(
    "insert into search_texts (kind, ref_id, case_id, page, stale_since) values ('page', $1, $2, 2, null)",
    [id, caseId],
  );
  await house.kernel.db
    .update(searchTexts)
    .set({ staleSince: new Date(0) })
    .where(and(eq(searchTexts.refId, id), eq(searchTexts.kind, 'pdf')));
  await withOtherTransaction(house, async (other) => {
    await other.query("select 1 from search_texts where ref_id = $1 and kind = 'page' and page = 2 for update", [id]);
    const removed = removeInfected(house.kernel, row);
    await other.untilSomeoneWaits();
    // A real one interrupts the reading on a busy machine, and nothing would wait.
    const indexed = indexPages(house.kernel, { words: async () => ({ pages: [['befund']] }) });
    // Where the database has laid the row before the pages, the removal has locked it, and it is left alone.
    await Promise.race([indexed, other.untilSomeoneWaits(2)]);
    await other.commit();
    await other.inNoCircle(Promise.all([removed, indexed]));
  });
  expect(await house.kernel.db.$count(searchTexts, eq(searchTexts.refId, id))).toBe(0);
});

test('the index holds no plain word, and nothing of an erased account', async () => {
  const patient = await signUpPatient(house);
  const { caseId } = await sentCase(house, { patient }, { diagnosis: 'Unverwechselbarium' });
  await index();
  const dump = async () =>
    (await house.owner.pool.query<{ text: string }>('select search_texts::text as text from search_texts')).rows
      .map(({ text }) => text)
      .join('\n');
  expect(await dump()).toContain(caseId);
  expect(await dump()).not.toMatch(/unverwechselbar|556e7665/i);
  await eraseAccount(house.kernel, patient.accountId, () => true);
  expect(await dump()).not.toContain(caseId);
});

test('a text that nobody has opened is found without its content', async () => {
  const doctor = await inviteDoctor(house);
  const conversation = await sentCase(house, { doctor });
  bodyOf(
    await requestsAs(house.app, conversation.patient).post(`/api/messages/${conversation.caseId}`, {
      subject: 'Nachtrag',
      message: 'Gestern Synkope beim Treppensteigen.',
    }),
    201,
  );
  await index();
  const [found] = (await searchAs(doctor, 'Synkope'))[0]?.found ?? [];
  expect(found).toMatchObject({ place: 'message', excerpt: null, name: null });
});

test('texts from before the index are indexed in the background', async () => {
  const doctor = await inviteDoctor(house);
  const conversation = await sentCase(house, { doctor }, { diagnosis: 'Karzinoid' });
  await addLetter(house, conversation);
  await index();
  await house.kernel.db.update(searchTexts).set({ search: [] });
  expect(await searchAs(doctor, 'Karzinoid')).toEqual([]);
  // As the migration adds them.
  await house.kernel.db.update(searchTexts).set({ staleSince: new Date(0) });
  await index();
  expect((await searchAs(doctor, 'Karzinoid')).length).toBe(1);
});
