import { randomUUID } from 'node:crypto';
import { medicalKindLabels, medicalKinds, sourceKindLabels, sourceKinds, isImagingType } from '@konsil/contracts/codes';
import type { Document } from '@konsil/contracts/documents';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { manyRows } from '@konsil/server-platform/database/many-rows';
import { documents } from '@konsil/server-domain/schema';
import { dayMs, later } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs } from '../support/people.ts';
import { documentSearch } from '@konsil/server-documents/document-search';
import { shownColumns } from '@konsil/server-documents/document-view';
import { cachedRows } from '@konsil/server-documents/kept-rows';
import { aCase, sendCase, type TestCase } from '../support/a-case.ts';
import { documentSecrets } from '@konsil/server-domain/sealed/document';

interface Page {
  items: Document[];
  next_cursor: string | null;
  total: number;
}
const many = 2000;
let house: TestApp;
let theCase: TestCase;
let now: Date;

/** Every thirteenth has an unknown date. */
const isUndated = (n: number) => n % 13 === 5;

/**
 * As many documents as a long illness produces. Every fifth is the doctor's, every seventh archived, the newest tenth
 * unsent.
 */
const fill = async () => {
  const { db, vault } = house.kernel;
  const rows = await Promise.all(
    Array.from({ length: many }, async (_, n) => {
      const [kind, source] = [medicalKinds[n % medicalKinds.length] ?? 'letter', sourceKinds[n % 3] ?? 'hospital'];
      const secrets = {
        file_name: `Befund ${n}.pdf`,
        document_medical_kind: medicalKindLabels[kind],
        source_kind: sourceKindLabels[source],
        source_name: n % 2 ? 'Klinikum Rosenberg' : 'Praxis Dr. Süß',
      };
      const byDoctor = n % 5 === 0;
      return {
        id: randomUUID(),
        caseId: theCase.id,
        patientId: theCase.patientId,
        uploadedBy: byDoctor ? theCase.doctor.accountId : theCase.patient.accountId,
        uploadedByRole: byDoctor ? ('doctor' as const) : ('patient' as const),
        uploadedAt: later(now, (n - many) * 60_000),
        sealed: await vault.seal(db, theCase.patientId, documentSecrets, secrets),
        search: documentSearch(vault, secrets),
        contentType: 'application/pdf',
        size: 1000 + n,
        sha256: String(n).padStart(64, '0'),
        isImage: isImagingType(kind),
        medicalKindCode: kind,
        sourceKindCode: source,
        issueDate: isUndated(n)
          ? null
          : later(now, -(n % 400) * dayMs)
              .toISOString()
              .slice(0, 10),
        describedAt: now,
        storageKey: randomUUID(),
        fileKey: Buffer.alloc(61),
        preparedAt: now,
        previewKey: randomUUID(),
        sentAt: byDoctor || n < many * 0.9 ? now : null,
        archivedAt: n % 7 === 0 ? now : null,
      };
    }),
  );
  for (let from = 0; from < rows.length; from += 200) await db.insert(documents).values(rows.slice(from, from + 200));
};

beforeAll(async () => {
  house = await testApp();
  theCase = await aCase(house);
  now = house.kernel.clock.now();
  await sendCase(house, theCase);
  await fill();
});

const list = async (query = '', person = theCase.patient): Promise<Page> =>
  (await requestsAs(house.app, person).get(`/api/documentsoverview/${theCase.id}${query}`)).json<Page>();
const walk = async (query: string, person = theCase.patient): Promise<Document[]> => {
  const found: Document[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await list(`${query}&limit=170${cursor && `&cursor=${cursor}`}`, person);
    found.push(...page.items);
    cursor = page.next_cursor;
  }
  return found;
};
const active = Array.from({ length: many }, (_, n) => n).filter((n) => n % 7 !== 0);

test.each([
  ['?sort=uploaded_at', (a: Document, b: Document) => b.uploaded_at.localeCompare(a.uploaded_at)],
  [
    '?sort=issue_date',
    (a: Document, b: Document) =>
      (b.issue_date ?? '').localeCompare(a.issue_date ?? '') || b.uploaded_at.localeCompare(a.uploaded_at),
  ],
  [
    '?sort=kind',
    (a: Document, b: Document) =>
      medicalKinds.indexOf(a.medical_kind_code ?? 'other') - medicalKinds.indexOf(b.medical_kind_code ?? 'other'),
  ],
  ['?sort=name', (a: Document, b: Document) => a.file_name.localeCompare(b.file_name, 'de', { numeric: true })],
])('the pages of %s contain every document once, in order', async (query, order) => {
  const found = await walk(query);
  expect(new Set(found.map(({ id }) => id)).size).toBe(active.length);
  expect(found).toHaveLength(active.length);
  expect(found.every((document, index) => index === 0 || order(found[index - 1] as Document, document) <= 0)).toBe(
    true,
  );
});

test.each([
  ['', () => true],
  ['group=image', (n: number) => isImagingType(medicalKinds[n % medicalKinds.length] ?? null)],
  ['kind=laboratory', (n: number) => n % medicalKinds.length === medicalKinds.indexOf('laboratory')],
  ['source=outpatient', (n: number) => n % 3 === 2],
  ['uploaded_by=doctor', (n: number) => n % 5 === 0],
  ['only_new=true', (n: number) => n % 5 !== 0 && n >= many * 0.9],
  ['search=rosenberg', (n: number) => n % 2 === 1],
  ['search=suess', (n: number) => n % 2 === 0],
  ['search=suss', (n: number) => n % 2 === 0],
  [
    'search=praxis%20labor',
    (n: number) => n % 2 === 0 && n % medicalKinds.length === medicalKinds.indexOf('laboratory'),
  ],
  ['search=arztbrief', (n: number) => medicalKinds[n % medicalKinds.length] === 'letter'],
  ['search=R%C3%B6ntgen%20rosenberg', (n: number) => n % 2 === 1 && medicalKinds[n % medicalKinds.length] === 'xray'],
  ['search=sonogra', (n: number) => medicalKinds[n % medicalKinds.length] === 'sonography'],
  ['search=X-ray', (n: number) => medicalKinds[n % medicalKinds.length] === 'xray'],
  ['search=krankenhaus', (n: number) => n % 3 === 0],
  ['search=1999', (n: number) => n === 1999],
])('the filter %s counts and finds the right documents', async (filter, matches) => {
  const expected = active.filter(matches);
  const { total, items } = await list(`?limit=200&${filter}`);
  expect(total).toBe(expected.length);
  expect(items.every(({ file_name }) => expected.includes(Number(/\d+/.exec(file_name)?.[0])))).toBe(true);
});

test('dates limit the list in both directions', async () => {
  const [from, to] = [20, 10].map((days) =>
    later(now, -days * dayMs)
      .toISOString()
      .slice(0, 10),
  );
  const found = await walk(`?from=${from}&to=${to}`);
  expect(found).toHaveLength(active.filter((n) => !isUndated(n) && n % 400 >= 10 && n % 400 <= 20).length);
});

test("the doctor's counts include only sent documents, and only the patient's are new", async () => {
  const sent = active.filter((n) => n % 5 === 0 || n < many * 0.9);
  expect((await list('', theCase.doctor)).total).toBe(sent.length);
  expect((await list('?only_new=true', theCase.doctor)).total).toBe(sent.filter((n) => n % 5 !== 0).length);
  expect((await list('?archived=true', theCase.doctor)).total).toBeLessThan((await list('?archived=true')).total);
});

test.each(['?cursor=garbage', '?limit=abc', '?sort=size', '?from=yesterday', '?kind=nonsense'])(
  '%s is refused',
  async (query) => {
    expect(
      (await requestsAs(house.app, theCase.patient).get(`/api/documentsoverview/${theCase.id}${query}`)).statusCode,
    ).toBe(422);
  },
);

test('cached rows equal those of a plain select', async () => {
  const { db } = house.kernel;
  const plain = await db.select().from(documents).where(eq(documents.caseId, theCase.id)).orderBy(documents.id);
  expect(plain).toHaveLength(many);
  expect(
    await manyRows(
      db,
      documents,
      getTableColumns(documents),
      sql`where ${eq(documents.caseId, theCase.id)} order by ${documents.id}`,
    ),
  ).toEqual(plain);
});

class Undone extends Error {}

test('rows are cached until they change, also around a rolled back transaction', async () => {
  const { db } = house.kernel;
  const ofCase = eq(documents.caseId, theCase.id);
  const read = (tx: Tx) => cachedRows(house.kernel, { tx }, theCase, ofCase, sql`${documents.id}`);
  const stands = (tx: Tx) => tx.select(shownColumns).from(documents).where(ofCase).orderBy(documents.id);
  const before = await db.transaction(read);
  const [first, second] = before;
  if (!first || !second) throw new Error('There are no documents.');
  await expect(
    db.transaction(async (tx) => {
      for (const size of [1, 2]) {
        await tx.update(documents).set({ size }).where(eq(documents.id, first.id));
        const after = await read(tx);
        expect(after).toEqual(await stands(tx));
        expect(after[1]).toBe(second);
      }
      throw new Undone();
    }),
  ).rejects.toThrow(Undone);
  expect(await db.transaction(read)).toEqual(before);
  await db
    .update(documents)
    .set({ size: first.size + 1 })
    .where(eq(documents.id, first.id));
  expect((await db.transaction(read))[0]?.size).toBe(first.size + 1);
});

// tools/bench/documents.mjs measures how long a page takes.
test('a page needs the same few queries however many documents there are', async () => {
  const { pool } = house.kernel.connection;
  const sent: { client: object; text: string }[] = [];
  pool.on('acquire', (client) => {
    const counted = client as typeof client & { counted?: boolean };
    if (counted.counted) return;
    counted.counted = true;
    const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      sent.push({ client, text: String((args[0] as { text?: string }).text ?? args[0]) });
      return ask(...args);
    }) as typeof client.query;
  });
  for (let n = 0; n < 12; n += 1) await list();
  for (const query of ['?limit=1', '?limit=200']) {
    sent.length = 0;
    await list(query);
    // Background work has connections of its own.
    const first = sent.findIndex(({ text }) => text.startsWith('begin') && text.includes('konsil_request'));
    const ofRequest = sent.slice(first).filter(({ client }) => client === sent[first]?.client);
    const texts = ofRequest.map(({ text }) => text);
    expect(texts).toContain('commit');
    expect(texts.indexOf('commit')).toBeLessThan(15);
  }
});
