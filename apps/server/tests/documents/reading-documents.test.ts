import type { Document, FileLocation, UploadedItem } from '@konsil/contracts/documents';
import { and, desc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { auditRecords, cases, documents } from '@konsil/server-domain/schema';
import { minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, signIn, signUpPatient, type Person } from '../support/people.ts';
import { aCase, sendCase, type TestCase } from '../support/a-case.ts';
import { aLetter, aPdfOf, aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { details, upload, uploadOne } from '../support/upload.ts';
import { damage, damageOf } from '../support/damage.ts';

let house: TestApp;
let theCase: TestCase;
beforeAll(async () => {
  house = await testApp();
  theCase = await aCase(house);
});

const pathOf = (address: string) => new URL(address).pathname;
const locate = async (person: Pick<Person, 'token' | 'csrf'>, id: string) =>
  (await requestsAs(house.app, person).get(`/api/individualdocument/get/${id}`)).json<FileLocation>();
const fetchFile = (address: string, headers: Record<string, string> = {}) =>
  house.app.inject({ url: pathOf(address), headers });
/** A case with a single, sent document. */
const aSentCase = async (bytes: Buffer, people: { patient?: Person; doctor?: Person } = theCase) => {
  const own = await aCase(house, people);
  const { documentId } = await uploadOne(house.app, own.patient, own.id, 'befund.pdf', bytes);
  await sendCase(house, own);
  return { ...own, documentId };
};

describe('A file', () => {
  test('has a short-lived URL, supports ranges, and can never run in a page', async () => {
    const bytes = await aLetter(['Befund']);
    const own = await aSentCase(bytes);
    const location = await locate(own.patient, own.documentId);
    expect(location).toMatchObject({
      documentId: own.documentId,
      file_name: 'befund.pdf',
      content_type: 'application/pdf',
    });
    expect(pathOf(location.Filelocation)).not.toContain('befund');
    const whole = await fetchFile(location.Filelocation);
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    expect([whole.statusCode, whole.headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'application/pdf',
        'content-length': String(bytes.length),
        'accept-ranges': 'bytes',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'content-disposition': `attachment; filename="befund.pdf"; filename*=UTF-8''befund.pdf`,
        'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      }),
    ]);
    const part = await fetchFile(location.Filelocation, { range: 'bytes=5-24' });
    expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(bytes.subarray(5, 25))]).toEqual([
      206,
      `bytes 5-24/${bytes.length}`,
      true,
    ]);
    expect((await fetchFile(location.Filelocation, { range: 'bytes=9999999-' })).statusCode).toBe(416);
  });

  test('is sent with a valid header name, whatever its name', async () => {
    const { documentId } = await uploadOne(
      house.app,
      theCase.patient,
      theCase.id,
      'Ärztlicher "Befund" 😀; x=1.pdf',
      aPdfOf(640),
    );
    const { Filelocation } = await locate(theCase.patient, documentId);
    const disposition = String((await fetchFile(Filelocation)).headers['content-disposition']);
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''%C3%84rztlicher/);
    expect(disposition).not.toMatch(/[\r\n]/);
  });

  test('cannot be fetched after five minutes', async () => {
    const own = await aSentCase(aPdfOf(641));
    const { Filelocation } = await locate(own.doctor, own.documentId);
    house.clock.advance(4.5 * minuteMs);
    expect((await fetchFile(Filelocation)).statusCode).toBe(200);
    house.clock.advance(minuteMs);
    expect((await fetchFile(Filelocation)).statusCode).toBe(404);
  });

  test.each([
    [
      'sign-out',
      (own: TestCase & { documentId: string }) => requestsAs(house.app, own.doctor).post('/account/api/logout', {}),
    ],
    ['archiving', (own) => requestsAs(house.app, own.patient).delete(`/api/individualdocument/get/${own.documentId}`)],
    [
      'withdrawal of the consent',
      (own) => house.kernel.db.update(cases).set({ sharedAt: null }).where(eq(cases.id, own.id)),
    ],
    [
      'handing over to another doctor',
      async (own) =>
        house.kernel.db
          .update(cases)
          .set({ doctorId: (await aCase(house)).doctor.accountId })
          .where(eq(cases.id, own.id)),
    ],
  ] as [string, (own: TestCase & { documentId: string }) => Promise<unknown>][])(
    'cannot be fetched after %s',
    async (_what, end) => {
      const own = await aSentCase(aPdfOf(642), {});
      const { Filelocation } = await locate(own.doctor, own.documentId);
      expect((await fetchFile(Filelocation)).statusCode).toBe(200);
      await end(own);
      expect((await fetchFile(Filelocation)).statusCode).toBe(404);
    },
  );

  test('with a URL from a browser session can be fetched by that browser only', async () => {
    const own = await aCase(house);
    const { documentId } = await uploadOne(house.app, own.patient, own.id, 'a.pdf', aPdfOf(643));
    const answer = await requestsAs(house.app).post(
      '/account/api/login',
      { email: own.patient.email, password: 'Sechs-Zitronen-7' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    );
    const { CSRF_Token: csrf, Authorization: token } = answer.json<{ CSRF_Token: string; Authorization: string }>();
    const cookie = [answer.headers['set-cookie']]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; ');
    const located = await requestsAs(house.app, { token, csrf }).get(
      `/api/individualdocument/get/${documentId}`,
      undefined,
      {
        cookie,
      },
    );
    const { Filelocation } = located.json<FileLocation>();
    expect((await fetchFile(Filelocation, { cookie })).statusCode).toBe(200);
    expect((await fetchFile(Filelocation)).statusCode).toBe(404);
    const other = await signIn(house.app, theCase.patient.email);
    expect((await fetchFile(Filelocation, { authorization: `Token ${other.token}` })).statusCode).toBe(404);
  });

  test('is a 404 for guessed, truncated or foreign tickets', async () => {
    const { Filelocation } = await locate(
      theCase.patient,
      (await uploadOne(house.app, theCase.patient, theCase.id, 'x.pdf', aPdfOf(644))).documentId,
    );
    const [, , , ticket = ''] = pathOf(Filelocation).split('/');
    for (const wrong of [ticket.slice(1), `${ticket}A`, 'A'.repeat(43), '..', '%00', ticket.toUpperCase()]) {
      expect((await house.app.inject({ url: `/api/files/${wrong}/file` })).statusCode).toBe(404);
    }
  });

  test('damaged on disk is never served, and the damage is recorded', async () => {
    const own = await aSentCase(aPdfOf(3_000_000));
    await damage(house, own.documentId);
    const { Filelocation } = await locate(own.patient, own.documentId);
    const answer = await fetchFile(Filelocation);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([500, 'internal']);
    expect(await damageOf(house, own.documentId)).toMatchObject({ actorRole: 'system', result: 'denied' });
    // The second megabyte is intact.
    expect((await fetchFile(Filelocation, { range: 'bytes=1500000-1500099' })).statusCode).toBe(206);
  });
});

describe('A photo', () => {
  test('is shown as a copy without location; only its uploader gets the original', async () => {
    const photo = await aPhotoWithPosition(420, 310);
    const own = await aCase(house, theCase);
    const [item] = (await upload(house.app, own.patient, own.id, [{ name: 'foto.jpg', bytes: photo }])).json<
      UploadedItem[]
    >();
    await sendCase(house, own);
    const id = item?.documentId ?? '';
    const [mine, theirs] = [await locate(own.patient, id), await locate(own.doctor, id)];
    const original = await fetchFile(mine.download);
    expect([original.rawPayload.equals(photo), original.headers['content-disposition']]).toEqual([
      true,
      expect.stringMatching(/^attachment/),
    ]);
    for (const address of [mine.Filelocation, theirs.Filelocation, theirs.download]) {
      const copy = await fetchFile(address);
      expect(copy.statusCode).toBe(200);
      expect(copy.headers['content-type']).toBe('image/jpeg');
      const { exif, width, height } = await sharp(copy.rawPayload).metadata();
      expect([exif, width, height]).toEqual([undefined, 310, 420]);
      expect(copy.rawPayload.includes('secret-place')).toBe(false);
    }
    expect((await fetchFile(theirs.Filelocation)).headers['content-disposition']).toMatch(/^inline/);
    expect((await fetchFile(theirs.download)).headers['content-disposition']).toMatch(/^attachment/);
  });
});

describe('Details', () => {
  test('are sent as labels, stored as codes, and keep all versions', async () => {
    const { documentId } = await uploadOne(house.app, theCase.patient, theCase.id, 'x.pdf', aPdfOf(750));
    const describe_ = (body: object) =>
      requestsAs(house.app, theCase.patient).post(`/api/metadata/${documentId}`, body);
    const first = (await describe_(details())).json<Document>();
    expect(first).toMatchObject({
      version: 2,
      details_missing: false,
      group: 'document',
      medical_kind_code: 'letter',
      source_kind_code: 'hospital',
      document_medical_kind: "Doctor's letter",
      issue_date: '2026-09-14',
    });
    expect((await describe_(details())).json<Document>().version).toBe(2);
    const other = (
      await describe_(
        details({
          document_medical_kind: 'Other examination: Lungenfunktion',
          source_kind: 'Other',
          source_kind_other: 'Reha',
          version: 2,
        }),
      )
    ).json<Document>();
    expect(other).toMatchObject({
      version: 3,
      group: 'image',
      medical_kind_code: 'other_test',
      document_medical_kind: 'Other examination: Lungenfunktion',
      source_kind: 'Other: Reha',
    });
    const stale = await describe_(details({ version: 2 }));
    expect([stale.statusCode, stale.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'version_conflict', current: expect.objectContaining({ version: 3 }) }),
    ]);
    const history = (await requestsAs(house.app, theCase.patient).get(`/api/documents/${documentId}/history`)).json<
      object[]
    >();
    expect(history).toMatchObject([
      { version: 3, changed_by: 'Petra Möller', source_kind: 'Other: Reha' },
      { version: 2, document_medical_kind: "Doctor's letter" },
    ]);
  });

  test('say that a date is unknown instead of showing the day that was sent with it', async () => {
    const { documentId } = await uploadOne(house.app, theCase.patient, theCase.id, 'x.pdf', aPdfOf(760));
    const describe_ = async (body: object) =>
      (await requestsAs(house.app, theCase.patient).post(`/api/metadata/${documentId}`, body)).json<Document>();
    // The day has no meaning then: a clock that is wrong does no harm.
    expect(await describe_(details({ issue_date: '2999-01-01', date_unknown: true }))).toMatchObject({
      version: 2,
      details_missing: false,
      medical_kind_code: 'letter',
      issue_date: null,
    });
    expect((await describe_(details({ date_unknown: true }))).version).toBe(2);
    // A client that does not know the field sends a date, which then is known.
    expect(await describe_(details({ version: 2 }))).toMatchObject({ version: 3, issue_date: '2026-09-14' });
    expect(await describe_(details({ version: 3, date_unknown: true }))).toMatchObject({
      version: 4,
      issue_date: null,
    });
    const history = await requestsAs(house.app, theCase.patient).get(`/api/documents/${documentId}/history`);
    expect(history.json<{ issue_date: string | null }[]>().map(({ issue_date: day }) => day)).toEqual([
      null,
      '2026-09-14',
      null,
    ]);
    const missing = details({ date_unknown: true, issue_date: undefined });
    expect((await requestsAs(house.app, theCase.patient).post(`/api/metadata/${documentId}`, missing)).statusCode).toBe(
      422,
    );
  });

  test.each([
    [{ document_medical_kind: 'Nonsense' }, 'document_medical_kind', 'selectOption'],
    [{ document_medical_kind: '' }, 'document_medical_kind', 'kindMissing'],
    [{ document_medical_kind: 'Other' }, 'document_medical_kind_other', 'freeTextMissing'],
    [{ source_kind: 'Other' }, 'source_kind_other', 'freeTextMissing'],
    [{ source_kind: 'Harbour' }, 'source_kind', 'selectOption'],
    [{ source_name: ' ' }, 'source_name', 'sourceNameMissing'],
    [{ issue_date: undefined }, 'issue_date', 'issueDateMissing'],
    [{ issue_date: '2026-02-30' }, 'issue_date', 'dateInvalid'],
    [{ issue_date: '2999-01-01' }, 'issue_date', 'dateInFuture'],
    [{ issue_date: '1066-10-14' }, 'issue_date', 'dateTooEarly'],
  ])('%j is refused at %s', async (changes, path, code) => {
    const { documentId } = await uploadOne(
      house.app,
      theCase.patient,
      theCase.id,
      'x.pdf',
      aPdfOf(800 + Math.floor(Math.random() * 1e6)),
    );
    const answer = await requestsAs(house.app, theCase.patient).post(`/api/metadata/${documentId}`, details(changes));
    expect([answer.statusCode, answer.json<{ errors: object[] }>().errors]).toEqual([
      422,
      [expect.objectContaining({ path, code })],
    ]);
  });
});

describe('Permissions', () => {
  test('nothing reaches a doctor before the patient sends it', async () => {
    const own = await aCase(house, theCase);
    const first = await uploadOne(house.app, own.patient, own.id, 'a.pdf', aPdfOf(900));
    const listed = async () =>
      (await requestsAs(house.app, own.doctor).get(`/api/documentsoverview/${own.id}`)).statusCode;
    expect([
      await listed(),
      (await requestsAs(house.app, own.doctor).get(`/api/documents/${first.documentId}`)).statusCode,
    ]).toEqual([404, 404]);
    await sendCase(house, own);
    const later = await uploadOne(house.app, own.patient, own.id, 'b.pdf', aPdfOf(901));
    const page = (await requestsAs(house.app, own.doctor).get(`/api/documentsoverview/${own.id}`)).json<{
      items: Document[];
      total: number;
    }>();
    expect([page.total, page.items.map(({ id, is_new, uploaded_by }) => [id, is_new, uploaded_by.mine])]).toEqual([
      1,
      [[first.documentId, true, false]],
    ]);
    for (const call of ['get', 'delete'] as const)
      expect(
        (await requestsAs(house.app, own.doctor)[call](`/api/individualdocument/get/${later.documentId}`)).statusCode,
      ).toBe(404);
  });

  test("a doctor describes and archives own uploads, not the patient's", async () => {
    const own = await aSentCase(aPdfOf(910));
    const doctor = requestsAs(house.app, own.doctor);
    const { documentId } = await uploadOne(house.app, own.doctor, own.id, 'konsil.pdf', aPdfOf(911));
    expect((await doctor.post(`/api/metadata/${documentId}`, details())).statusCode).toBe(200);
    expect((await doctor.delete(`/api/individualdocument/get/${documentId}`)).statusCode).toBe(200);
    expect((await doctor.post(`/api/individualdocument/restore/${documentId}`)).statusCode).toBe(200);
    expect((await doctor.post(`/api/metadata/${own.documentId}`, details())).statusCode).toBe(404);
    expect((await doctor.delete(`/api/individualdocument/get/${own.documentId}`)).statusCode).toBe(404);
    expect(
      (await requestsAs(house.app, own.patient).get(`/api/documents/${documentId}`)).json<Document>(),
    ).toMatchObject({
      uploaded_by: { role: 'doctor', name: 'Dr. med. Jonas Weber', mine: false },
      is_new: false,
    });
  });

  test('strangers get a 404, and the patient sees their attempts', async () => {
    const own = await aSentCase(aPdfOf(920));
    const [stranger, doctor] = [await signUpPatient(house), (await aCase(house)).doctor];
    const missing = '11111111-1111-4111-8111-111111111111';
    for (const person of [stranger, doctor]) {
      const call = requestsAs(house.app, person);
      for (const [method, path] of [
        ['get', 'individualdocument/get'],
        ['delete', 'individualdocument/get'],
        ['post', 'individualdocument/restore'],
        ['post', 'metadata'],
        ['get', 'documents'],
      ] as const) {
        const body = path === 'metadata' ? details() : undefined;
        const [foreign, absent, malformed] = [
          await call[method](`/api/${path}/${own.documentId}`, body),
          await call[method](`/api/${path}/${missing}`, body),
          await call[method](`/api/${path}/x`, body),
        ];
        expect([foreign.statusCode, foreign.body, malformed.body]).toEqual([404, absent.body, absent.body]);
      }
    }
    const tries = await house.kernel.db
      .select()
      .from(auditRecords)
      .where(
        and(
          eq(auditRecords.documentId, own.documentId),
          eq(auditRecords.result, 'denied'),
          eq(auditRecords.chain, own.patientId),
        ),
      );
    expect(tries).toHaveLength(10);
  });
});

describe('The archive', () => {
  test('removes a document from the list, and restores it', async () => {
    const own = await aSentCase(aPdfOf(930));
    const patient = requestsAs(house.app, own.patient);
    const total = async (query: string) =>
      (await patient.get(`/api/documentsoverview/${own.id}${query}`)).json<{ total: number }>().total;
    expect(
      (await patient.delete(`/api/individualdocument/get/${own.documentId}`)).json<Document>().archived_at,
    ).toEqual(expect.any(String));
    expect((await patient.delete(`/api/individualdocument/get/${own.documentId}`)).statusCode).toBe(200);
    expect([await total(''), await total('?archived=true')]).toEqual([0, 1]);
    expect(
      (await patient.post(`/api/individualdocument/restore/${own.documentId}`)).json<Document>().archived_at,
    ).toBeNull();
    expect([await total(''), await total('?archived=true')]).toEqual([1, 0]);
  });

  test('concurrent archiving and restoring end in the state that the audit log shows', async () => {
    const own = await aSentCase(aPdfOf(931));
    const patient = requestsAs(house.app, own.patient);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          n % 2
            ? patient.delete(`/api/individualdocument/get/${own.documentId}`)
            : patient.post(`/api/individualdocument/restore/${own.documentId}`),
        ),
      );
      const [last] = await house.kernel.db
        .select()
        .from(auditRecords)
        .where(eq(auditRecords.documentId, own.documentId))
        .orderBy(desc(auditRecords.seq))
        .limit(1);
      const [row] = await house.kernel.db.select().from(documents).where(eq(documents.id, own.documentId));
      expect(last?.action).toBe(row?.archivedAt ? 'document.archive' : 'document.restore');
    }
  });
});
