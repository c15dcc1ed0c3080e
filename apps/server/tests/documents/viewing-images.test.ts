import { usualKeys } from '@konsil/contracts/shortcut-keys';
import type { UploadedItem } from '@konsil/contracts/documents';
import type { OtherStudy } from '@konsil/contracts/viewed-case';
import { and, eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { auditRecords, cases, drafts } from '@konsil/server-domain/schema';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { openingOf } from '@konsil/server-dicom/web/study-cookies';
import { imageElements, writeDicom } from '@konsil/server-dicom/testing/write-dicom';
import { writeZip } from '@konsil/server-dicom/testing/write-zip';
import { minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, type Person } from '../support/people.ts';
import { aCase, sendCase, type TestCase } from '../support/a-case.ts';
import { aPdfOf } from '@konsil/server-documents/testing/samples';
import { upload, uploadOne } from '../support/upload.ts';
import { damage, damageOf } from '../support/damage.ts';

let house: TestApp;
let theCase: TestCase;
beforeAll(async () => {
  house = await testApp();
  theCase = await aCase(house);
});

describe('The images of a document', () => {
  test('open by a one-time link that is valid for a minute', async () => {
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
    await damage(house, documentId);
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
    expect(await damageOf(house, documentId)).toMatchObject({ actorRole: 'system', result: 'denied' });
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

  test('tell only the browser that had them open why they are closed', async () => {
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

  test('are granted per study', async () => {
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
