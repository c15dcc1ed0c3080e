import { usualKeys } from '@konsil/contracts/shortcut-keys';
import { writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document, FileLocation, UploadedItem } from '@konsil/contracts/documents';
import type { OtherStudy } from '@konsil/contracts/viewed-case';
import { and, desc, eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { auditRecords, cases, documents, drafts } from '@konsil/server-domain/schema';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { openingOf } from '@konsil/server-dicom/web/study-cookies';
import { imageElements, writeDicom } from '@konsil/server-dicom/testing/write-dicom';
import { writeZip } from '@konsil/server-dicom/testing/write-zip';
import { minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, signIn, signUpPatient, type Person } from '../support/people.ts';
import { aCase, sendCase, type TestCase } from '../support/a-case.ts';
import { aLetter, aPdfOf, aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { details, upload, uploadOne } from '../support/upload.ts';

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
const damage = async (documentId: string): Promise<void> => {
  const [row] = await house.kernel.db.select().from(documents).where(eq(documents.id, documentId));
  const key = row?.storageKey ?? '';
  const path = join(house.env.KONSIL_DATA_DIR, 'files', key.slice(0, 2), key);
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(100) ^ 4, 100);
  await writeFile(path, bytes);
};
const damageOf = async (documentId: string) => {
  const [record] = await house.kernel.db
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.documentId, documentId), eq(auditRecords.action, 'file.damaged')));
  return record;
};
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

  test("of a browser's session can be fetched by that browser only", async () => {
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
    await damage(own.documentId);
    const { Filelocation } = await locate(own.patient, own.documentId);
    const answer = await fetchFile(Filelocation);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([500, 'internal']);
    expect(await damageOf(own.documentId)).toMatchObject({ actorRole: 'system', result: 'denied' });
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

  test('concurrent archiving and restoring end in some order, as audited', async () => {
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

describe('The images of a document', () => {
  test('open by a link that works once, for a minute', async () => {
    const own = await aCase(house, theCase);
    const { documentId, document } = await uploadOne(
      house.app,
      own.patient,
      own.id,
      'serie.zip',
      fixture('ct-series-7.zip'),
    );
    const patient = requestsAs(house.app, own.patient);
    const link = new URL((await patient.post(`/api/documents/${documentId}/viewer`)).json<{ url: string }>().url);
    expect([link.origin, link.pathname, link.searchParams.get('StudyInstanceUIDs')]).toEqual([
      house.env.origins.viewer,
      '/viewer',
      document.dicom?.study_uid,
    ]);
    const opened = await house.app.inject({ url: link.pathname + link.search });
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    const study = `/dicom-web/studies/${document.dicom?.study_uid}`;
    const metadata = await house.app.inject({ url: `${study}/metadata`, headers: { cookie } });
    expect(metadata.json<object[]>()).toHaveLength(7);
    // The reader's own single keys come with the case.
    const keys = async () =>
      (await house.app.inject({ url: `${study}/case`, headers: { cookie } })).json<{ keys: unknown }>().keys;
    const chosen = { ...usualKeys, viewer: { ...usualKeys.viewer, length: 'j' } };
    expect((await patient.put('/account/settings', { keys: chosen })).statusCode).toBe(200);
    expect(await keys()).toEqual(chosen.viewer);
    await patient.put('/account/settings', { shortcuts: false });
    expect(await keys()).toBeNull();
    const again = await house.app.inject({ url: link.pathname + link.search });
    expect(again.headers['set-cookie']).toBeUndefined();
    expect((await house.app.inject({ url: `${study}/metadata` })).statusCode).toBe(404);
    const late = new URL((await patient.post(`/api/documents/${documentId}/viewer`)).json<{ url: string }>().url);
    house.clock.advance(1.1 * minuteMs);
    expect((await house.app.inject({ url: late.pathname + late.search })).headers['set-cookie']).toBeUndefined();
    // Archiving closes an open viewer, too.
    expect((await house.app.inject({ url: `${study}/series`, headers: { cookie } })).statusCode).toBe(200);
    await patient.delete(`/api/individualdocument/get/${documentId}`);
    expect((await house.app.inject({ url: `${study}/series`, headers: { cookie } })).statusCode).toBe(404);
  });

  test('damaged on disk are not shown, and the damage is recorded', async () => {
    const own = await aCase(house, theCase);
    const { documentId, document } = await uploadOne(house.app, own.patient, own.id, 'ct.dcm', fixture('CT_small.dcm'));
    await damage(documentId);
    const link = new URL(
      (await requestsAs(house.app, own.patient).post(`/api/documents/${documentId}/viewer`)).json<{ url: string }>()
        .url,
    );
    const cookie =
      String((await house.app.inject({ url: link.pathname + link.search })).headers['set-cookie']).split(';')[0] ?? '';
    const study = `/dicom-web/studies/${document.dicom?.study_uid}`;
    const [image] = (await house.app.inject({ url: `${study}/instances`, headers: { cookie } })).json<
      Record<string, { Value: string[] }>[]
    >();
    const uidOf = (tag: string) => image?.[tag]?.Value[0];
    expect(
      (
        await house.app.inject({
          url: `${study}/series/${uidOf('0020000E')}/instances/${uidOf('00080018')}/frames/1`,
          headers: { cookie },
        })
      ).statusCode,
    ).toBe(500);
    expect(await damageOf(documentId)).toMatchObject({ actorRole: 'system', result: 'denied' });
  });

  test('stay open for ten minutes after the last activity, not counting polls', async () => {
    const own = await aCase(house, theCase);
    const { documentId, document } = await uploadOne(house.app, own.patient, own.id, 'ct.dcm', fixture('CT_small.dcm'));
    const link = new URL(
      (await requestsAs(house.app, own.patient).post(`/api/documents/${documentId}/viewer`)).json<{ url: string }>()
        .url,
    );
    const cookie =
      String((await house.app.inject({ url: link.pathname + link.search })).headers['set-cookie']).split(';')[0] ?? '';
    const ask = async (headers: Record<string, string> = {}) =>
      (
        await house.app.inject({
          url: `/dicom-web/studies/${document.dicom?.study_uid}/access`,
          headers: { cookie, ...headers },
        })
      ).statusCode;
    const asks = { 'x-background': '1' };
    house.clock.advance(8 * minuteMs);
    expect(await ask()).toBe(204);
    house.clock.advance(8 * minuteMs);
    expect(await ask(asks)).toBe(204);
    house.clock.advance(3 * minuteMs);
    expect([await ask(asks), await ask()]).toEqual([404, 404]);
    const opening = openingOf(cookie.slice(cookie.indexOf('=') + 1));
    const url = `/dicom-web/openings/${opening}/studies/${document.dicom?.study_uid}/access`;
    expect((await house.app.inject({ url, headers: { cookie } })).headers['x-closed']).toBe('no_look');
  });

  test('say why they are closed to the browser that had them open, and to no other', async () => {
    const own = await aCase(house);
    const { documentId, document } = await uploadOne(house.app, own.patient, own.id, 'ct.dcm', fixture('CT_small.dcm'));
    const open = async () => {
      const answer = await requestsAs(house.app, own.patient).post(`/api/documents/${documentId}/viewer`);
      const link = new URL(answer.json<{ url: string }>().url);
      const { headers } = await house.app.inject({ url: link.pathname + link.search });
      const opening = new URL(String(headers.location), link).searchParams.get('opening');
      const url = `/dicom-web/openings/${opening}/studies/${document.dicom?.study_uid}/access`;
      const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      return async (sent = cookie) => (await house.app.inject({ url, headers: { cookie: sent } })).headers['x-closed'];
    };
    const why = await open();
    expect(await why()).toBeUndefined();
    await requestsAs(house.app, own.patient).post('/account/api/logout');
    expect([await why(), await why('')]).toEqual(['signed_out', undefined]);
  });

  test('open study by study, and grant no other study', async () => {
    const own = await aCase(house, theCase);
    const both = await writeZip({
      'ct.dcm': fixture('CT_small.dcm'),
      'mr.dcm': writeDicom(imageElements(['0020000d', 'UI', '1.2.8.1'], ['00100010', 'PN', 'CompressedSamples^CT1'])),
    });
    const answer = await upload(house.app, own.patient, own.id, [{ name: 'cd.zip', bytes: both }]);
    const items = answer.json<UploadedItem[]>();
    const studies = items.map(({ document }) => document.dicom?.study_uid);
    expect(new Set(studies).size).toBe(2);
    const patient = requestsAs(house.app, own.patient);
    for (const [index, { documentId }] of items.entries()) {
      const opened = (query: string) => patient.post(`/api/documents/${documentId}/viewer${query}`);
      const link = new URL((await opened(`?study=${studies[index]}`)).json<{ url: string }>().url);
      expect(link.searchParams.get('StudyInstanceUIDs')).toBe(studies[index]);
      const cookie = String((await house.app.inject({ url: link.pathname + link.search })).headers['set-cookie']);
      const images = (study: string | undefined) =>
        house.app.inject({
          url: `/dicom-web/studies/${study}/metadata`,
          headers: { cookie: cookie.split(';')[0] ?? '' },
        });
      expect((await images(studies[index])).json<object[]>()).toHaveLength(1);
      expect((await images(studies[1 - index])).statusCode).toBe(404);
      expect((await opened(`?study=${studies[1 - index]}`)).statusCode).toBe(404);
      expect((await opened('?study=1.2.3')).statusCode).toBe(404);
    }
  });

  describe('Of one examination in several files', () => {
    const disc = Object.entries(unzipSync(fixture('ct-series-7.zip'))).map(
      ([path, bytes]) => [path, Buffer.from(bytes)] as const,
    );
    const part = (folder: string) => writeZip(Object.fromEntries(disc.filter(([path]) => path.includes(folder))));
    /** Number of images in the viewer opened from a document. */
    const shownTo = async (person: Person, { documentId, document }: UploadedItem) => {
      const link = new URL(
        (await requestsAs(house.app, person).post(`/api/documents/${documentId}/viewer`)).json<{ url: string }>().url,
      );
      const opened = await house.app.inject({ url: link.pathname + link.search });
      const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
      return (
        await house.app.inject({ url: `/dicom-web/studies/${document.dicom?.study_uid}/metadata`, headers: { cookie } })
      ).json<object[]>().length;
    };

    test('open together from any file, without archived ones', async () => {
      const own = await aCase(house, theCase);
      const two = await uploadOne(house.app, own.patient, own.id, 'CT.zip', await part('CT2N'));
      const five = await uploadOne(house.app, own.patient, own.id, 'CT (2).zip', await part('CT5N'));
      expect(await shownTo(own.patient, two)).toBe(7);
      const seen = await house.kernel.db
        .select({ id: auditRecords.documentId })
        .from(auditRecords)
        .where(and(eq(auditRecords.caseId, own.id), eq(auditRecords.action, 'document.view_images')));
      expect(seen.map(({ id }) => id).sort()).toEqual([two.documentId, five.documentId].sort());
      expect(await shownTo(own.patient, five)).toBe(7);
      await requestsAs(house.app, own.patient).delete(`/api/individualdocument/get/${five.documentId}`);
      expect(await shownTo(own.patient, two)).toBe(2);
    });

    test('open together for the doctor if sent', async () => {
      const own = await aCase(house, theCase);
      const two = await uploadOne(house.app, own.patient, own.id, 'CT.zip', await part('CT2N'));
      await sendCase(house, own);
      await uploadOne(house.app, own.patient, own.id, 'CT (2).zip', await part('CT5N'));
      expect(await shownTo(own.doctor, two)).toBe(2);
      await sendCase(house, own);
      expect(await shownTo(own.doctor, two)).toBe(7);
    });
  });

  test("offer the person's other studies that the reader may see, and audit it", async () => {
    const study = (uid: string, day: string) =>
      writeDicom(imageElements(['0020000d', 'UI', uid], ['00080020', 'DA', day], ['00081030', 'LO', `Study ${uid}`]));
    const now = await aCase(house, theCase);
    const shown = await uploadOne(house.app, now.patient, now.id, 'now.dcm', study('1.2.9.1', '20261112'));
    await uploadOne(house.app, now.patient, now.id, 'before.dcm', study('1.2.9.2', '20260514'));
    const earlier = await aCase(house, theCase);
    const prior = await uploadOne(house.app, now.patient, earlier.id, 'earlier.dcm', study('1.2.9.3', '20250101'));
    const elsewhere = await aCase(house, { patient: theCase.patient });
    const foreign = await uploadOne(
      house.app,
      now.patient,
      elsewhere.id,
      'other doctor.dcm',
      study('1.2.9.4', '20240101'),
    );
    for (const one of [now, earlier, elsewhere]) await sendCase(house, one);
    const unsent = await uploadOne(house.app, now.patient, now.id, 'unsent.dcm', study('1.2.9.5', '20230101'));

    const link = new URL(
      (await requestsAs(house.app, now.doctor).post(`/api/documents/${shown.documentId}/viewer`)).json<{
        url: string;
      }>().url,
    );
    const opened = await house.app.inject({ url: link.pathname + link.search });
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    const opening = new URL(String(opened.headers.location), link).searchParams.get('opening');
    const url = `/dicom-web/openings/${opening}/studies/1.2.9.1/others`;
    const others = (await house.app.inject({ url, headers: { cookie } })).json<OtherStudy[]>();
    const own = others.filter(({ study_uid: uid }) => uid.startsWith('1.2.9.'));
    expect(own.map(({ study_uid, study_date, case_name }) => [study_uid, study_date, case_name])).toEqual([
      ['1.2.9.2', '2026-05-14', null],
      ['1.2.9.3', '2025-01-01', 'Knoten'],
    ]);

    const beside = (document: UploadedItem, uid: string, headers = { cookie }) =>
      house.app.inject({ method: 'POST', url, headers, payload: { document_id: document.documentId, study_uid: uid } });
    const answer = await beside(prior, '1.2.9.3');
    const second = answer.json<{ opening: string }>().opening;
    const images = (sent: string) =>
      house.app.inject({ url: `/dicom-web/openings/${second}/studies/1.2.9.3/metadata`, headers: { cookie: sent } });
    expect((await images(String(answer.headers['set-cookie']).split(';')[0] ?? '')).json<object[]>()).toHaveLength(1);
    expect((await images(cookie)).statusCode).toBe(404);
    const seen = await house.kernel.db
      .select({ actor: auditRecords.actorId, action: auditRecords.action })
      .from(auditRecords)
      .where(eq(auditRecords.documentId, prior.documentId));
    expect(seen).toContainEqual({ actor: now.doctor.accountId, action: 'document.view_images' });

    for (const refused of [
      await beside(foreign, '1.2.9.4'),
      await beside(unsent, '1.2.9.5'),
      await beside(prior, '1.2.9.4'),
      await beside(prior, '1.2.9.3', { cookie: '' }),
    ])
      expect(refused.statusCode).toBe(404);
    await house.kernel.db.update(cases).set({ sharedAt: null }).where(eq(cases.id, earlier.id));
    expect((await beside(prior, '1.2.9.3')).statusCode).toBe(404);
    expect((await images(String(answer.headers['set-cookie']).split(';')[0] ?? '')).statusCode).toBe(404);
  });

  test("keep the answering doctor's measurements per case, unseen by other readers", async () => {
    const own = await aCase(house, theCase);
    const { documentId } = await uploadOne(
      house.app,
      own.patient,
      own.id,
      'ct.dcm',
      writeDicom(imageElements(['0020000d', 'UI', '1.2.9.8'])),
    );
    await sendCase(house, own);
    const opened = async (person: Person) => {
      const link = new URL(
        (await requestsAs(house.app, person).post(`/api/documents/${documentId}/viewer`)).json<{ url: string }>().url,
      );
      const { headers } = await house.app.inject({ url: link.pathname + link.search });
      const opening = new URL(String(headers.location), link).searchParams.get('opening');
      const url = `/dicom-web/openings/${opening}/studies/1.2.9.8/measurements`;
      const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      return {
        read: () => house.app.inject({ url, headers: { cookie } }),
        keep: (payload: object, sent = cookie) =>
          house.app.inject({ method: 'PUT', url, headers: { cookie: sent }, payload }),
      };
    };
    const items = [
      {
        id: '0d6f2c0e-6a3e-4a55-9a39-0c2e6d0b6f11',
        kind: 'length',
        study: '1.2.9.8',
        series: '1.2.3',
        instance: '1.2.3.4',
        frame: 1,
        points: [
          [1, 2],
          [30.5, 40.25],
        ],
        name: 'Tumor Nebenniere links',
        window: { center: 40, width: 400 },
      },
    ];
    const [desk, tablet, patient] = [await opened(own.doctor), await opened(own.doctor), await opened(own.patient)];
    expect((await desk.read()).json()).toEqual({ content: { version: 1, items: [] }, revision: null });
    const kept = await desk.keep({ content: { version: 1, items }, over: null });
    expect(kept.statusCode).toBe(200);
    const { revision } = kept.json<{ revision: string }>();
    expect((await tablet.read()).json()).toEqual({ content: { version: 1, items }, revision });
    // Another window that did not know of them.
    expect((await tablet.keep({ content: { version: 1, items: [] }, over: null })).statusCode).toBe(409);
    expect((await tablet.keep({ content: { version: 1, items: [] }, over: revision })).statusCode).toBe(200);
    for (const wrong of [
      { content: { version: 2, items: [] }, over: null },
      { content: { version: 1, items: [{ ...items[0], points: [['a', 1]] }] }, over: null },
    ])
      expect((await desk.keep(wrong)).statusCode).toBe(400);

    expect((await patient.read()).statusCode).toBe(204);
    expect((await patient.keep({ content: { version: 1, items }, over: null })).statusCode).toBe(404);
    expect((await desk.keep({ content: { version: 1, items }, over: revision }, '')).statusCode).toBe(404);
    const [row] = await house.kernel.db
      .select()
      .from(drafts)
      .where(eq(drafts.key, `measurements:${own.id}`));
    expect(row).toMatchObject({ accountId: own.doctor.accountId, patientId: own.patientId, caseId: own.id });
    expect(row?.sealed.toString('latin1')).not.toContain('Nebenniere');
    await house.kernel.db.update(cases).set({ sharedAt: null }).where(eq(cases.id, own.id));
    expect((await desk.read()).statusCode).toBe(404);
  });

  test('only exist for imaging documents', async () => {
    const { documentId } = await uploadOne(house.app, theCase.patient, theCase.id, 'x.pdf', aPdfOf(990));
    expect((await requestsAs(house.app, theCase.patient).post(`/api/documents/${documentId}/viewer`)).statusCode).toBe(
      409,
    );
  });
});
