import type { Document, UploadedItem } from '@konsil/contracts/documents';
import { eq } from 'drizzle-orm';
import { documents } from '@konsil/server-domain/schema';
import { minuteMs } from '@konsil/server-platform/clock';
import { newKey } from '@konsil/server-platform/keys/crypto';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, signInAgain } from '../support/people.ts';
import { aCase, type TestCase } from '../support/a-case.ts';
import { removeInfected } from '@konsil/server-documents/remove-infected';
import { aClamd, eicar, hasClamd } from '@konsil/server-documents/testing/clamd';
import { aPdfOf } from '@konsil/server-documents/testing/samples';
import { upload, uploadOne } from '../support/upload.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { VirusScanner } from '@konsil/server-documents/virus-scanner';

if (!hasClamd) console.warn('The virus scanner is not tested: clamd (clamav-daemon) is not installed.');
const withClamd = hasClamd ? describe : describe.skip;

const infected = (size: number): Buffer => Buffer.concat([aPdfOf(size), Buffer.from(eicar)]);
async function* once(bytes: Buffer) {
  yield bytes;
}

withClamd('with a real scanner', () => {
  let clamd: Awaited<ReturnType<typeof aClamd>>;
  let house: TestApp;
  let theCase: TestCase;
  beforeAll(async () => {
    clamd = await aClamd();
    await clamd.start();
    house = await testApp({ CLAMD_URL: clamd.url });
    theCase = await aCase(house);
  });
  afterAll(async () => {
    await house.close();
    await clamd.remove();
  });
  beforeEach(() => clamd.start());
  afterEach(() => clamd.stop());

  const states = async (): Promise<string[]> =>
    (await requestsAs(house.app, theCase.patient).get(`/api/documentsoverview/${theCase.id}`))
      .json<{ items: Document[] }>()
      .items.map(({ file_name, state }) => `${file_name} ${state}`);
  test('detects malware, also in large files', async () => {
    const { files } = house.kernel;
    const scanner = new VirusScanner(clamd.url, files);
    const fileKey = newKey();
    const judge = async (bytes: Buffer) => scanner.judge({ key: (await files.put(once(bytes), fileKey)).key, fileKey });
    expect([
      await judge(aPdfOf(400)),
      await judge(infected(400)),
      await judge(aPdfOf(16 * 1024 * 1024)),
      await judge(infected(8_000_000)),
    ]).toEqual(['clean', 'infected', 'clean', 'infected']);
  });

  test('refuses malware during the upload', async () => {
    const answer = await upload(house.app, theCase.patient, theCase.id, [{ name: 'brief.pdf', bytes: infected(700) }]);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({
        code: 'infected',
        errors: [expect.objectContaining({ path: 'File.0', code: 'fileInfected' })],
      }),
    ]);
    expect(await states()).not.toContain('brief.pdf ready');
  });

  test("without a scanner's response a file is not served until it was cleared", async () => {
    await clamd.stop();
    const { documentId, document } = await uploadOne(house.app, theCase.patient, theCase.id, 'wartet.pdf', aPdfOf(800));
    expect(document.state).toBe('checking');
    expect(
      (await requestsAs(house.app, theCase.patient).get(`/api/individualdocument/get/${documentId}`)).json(),
    ).toMatchObject({ code: 'not_allowed_now' });
    await clamd.start();
    house.clock.advance(minuteMs);
    await waitUntil(async () => {
      await upload(house.app, theCase.patient, theCase.id, [
        { name: 'weckt.pdf', bytes: aPdfOf(300 + Math.floor(Math.random() * 1e6)) },
      ]);
      return (await states()).includes('wartet.pdf ready');
    });
    expect(
      (await requestsAs(house.app, theCase.patient).get(`/api/individualdocument/get/${documentId}`)).statusCode,
    ).toBe(200);
  });

  test('malware found later is removed, and its uploader notified', async () => {
    await clamd.stop();
    const answer = await upload(house.app, theCase.patient, theCase.id, [{ name: 'boese.pdf', bytes: infected(900) }]);
    const id = answer.json<UploadedItem[]>()[0]?.documentId ?? '';
    await clamd.start();
    house.clock.advance(20 * minuteMs);
    theCase.patient = await signInAgain(house.app, theCase.patient);
    await waitUntil(async () => {
      await upload(house.app, theCase.patient, theCase.id, [
        { name: 'weckt.pdf', bytes: aPdfOf(300 + Math.floor(Math.random() * 1e6)) },
      ]);
      return (await house.kernel.db.$count(documents, eq(documents.id, id))) === 0;
    });
    expect((await house.outbox(theCase.patient.email))[0]).toMatchObject({ subject: 'Eine Datei wurde entfernt' });
    expect((await house.outbox(theCase.patient.email))[0]?.text).not.toContain('boese');
  });
});

test('malware that two servers find is removed and reported once', async () => {
  const house = await testApp();
  const { patient, id: caseId } = await aCase(house);
  const { documentId } = await uploadOne(house.app, patient, caseId, 'boese.pdf', aPdfOf(900));
  const [row] = await house.kernel.db.select().from(documents).where(eq(documents.id, documentId));
  if (!row) throw new Error('The document is gone.');
  await Promise.all([removeInfected(house.kernel, row), removeInfected(house.kernel, row)]);
  const letters = (await house.outbox(patient.email)).filter(({ subject }) => subject === 'Eine Datei wurde entfernt');
  expect(letters).toHaveLength(1);
  const records = await house.owner.pool.query("select 1 from audit_records where action = 'file.infected'");
  expect(records.rowCount).toBe(1);
  await house.close();
});

test('an unreachable or broken scanner clears nothing', async () => {
  const files = { get: async () => ({ size: 1, read: () => once(Buffer.of(1)) }) } as never;
  expect(await new VirusScanner('tcp://127.0.0.1:9', files).judge({ key: '', fileKey: Buffer.alloc(32) })).toBe(
    'unknown',
  );
});
