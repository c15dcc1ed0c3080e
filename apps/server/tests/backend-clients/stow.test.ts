import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@konsil/contracts/privacy';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { failureReasons, instanceIn } from '@konsil/server-documents/upload/receive-instances';
import type { TestApp } from '../support/app.ts';
import { bodyOf, newCase, pageOf, type Conversation } from '../support/cases.ts';
import { unzip } from '../support/unzip.ts';
import { requestsAs, signInAgain, type Person } from '../support/people.ts';
import { backendClients } from '../support/backend-clients.ts';

const { state, register, tokenOf } = backendClients();
let house: TestApp;
let ours: Conversation;
let other: Person;
beforeAll(() => {
  ({ house, ours, other } = state());
});

describe('STOW-RS', () => {
  const ct = '1.3.6.1.4.1.5962.1.1.1.1.1.20040119072730.12322';
  const scope = 'system/*.rs system/ImagingStudy.c';
  let id: string;
  beforeAll(async () => {
    id = await register('Bildarchiv', [ours.doctor, other], scope);
  });
  const archive = (doctor = ours.doctor, wanted = scope) =>
    tokenOf({ scope: wanted, fhirUser: `Practitioner/${doctor.accountId}` }, { claims: { iss: id, sub: id } });
  const related = (parts: readonly Buffer[], partType = 'application/dicom') =>
    Buffer.concat([
      ...parts.flatMap((bytes) => [
        Buffer.from(`--x-1\r\nContent-Type: ${partType}\r\n\r\n`),
        bytes,
        Buffer.from('\r\n'),
      ]),
      Buffer.from('--x-1--\r\n'),
    ]);
  const store = (caseId: string, payload: Buffer, headers: Record<string, string>) =>
    house.app.inject({
      method: 'POST',
      url: `/fhir/ServiceRequest/${caseId}/dicomweb/studies`,
      headers: { 'content-type': 'multipart/related; type="application/dicom"; boundary=x-1', ...headers },
      payload,
    });
  const storeBy = async (token: string, parts: readonly Buffer[], caseId = ours.caseId) =>
    store(caseId, related(parts), { authorization: `Bearer ${token}` });
  type Stored = Record<string, { Value: Record<string, { Value: unknown[] }>[] } | undefined>;
  const valuesOf = (answer: Stored, sequence: string, tag: string) =>
    (answer[sequence]?.Value ?? []).map((item) => item[tag]?.Value[0]);
  const imagesOf = async () => {
    const doctor = await signInAgain(house.app, ours.doctor);
    return (await pageOf(house, ours, doctor)).documents.filter(({ group }) => group === 'image');
  };
  test('adds an image to the case once, and names it in the response', async () => {
    for (const again of [false, true]) {
      const answer = await storeBy(await archive(), [fixture('CT_small.dcm')]);
      expect([again, answer.statusCode, answer.headers['content-type']]).toEqual([
        again,
        200,
        'application/dicom+json; charset=utf-8',
      ]);
      expect(answer.json()).toEqual({
        '00081199': {
          vr: 'SQ',
          Value: [
            {
              '00081150': { vr: 'UI', Value: ['1.2.840.10008.5.1.4.1.1.2'] },
              '00081155': { vr: 'UI', Value: [ct] },
            },
          ],
        },
      });
      expect(await imagesOf()).toHaveLength(1);
    }
    const patient = await signInAgain(house.app, ours.patient);
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await requestsAs(house.app, patient).get(`/api/audit/${ours.patientId}?action=document.upload`),
    );
    expect(items[0]?.actor).toMatchObject({ role: 'doctor', via: 'Bildarchiv' });
  });

  test('makes one document of a series, and reports refused parts with the reason', async () => {
    const images = [...(await unzip(fixture('ct-series-7.zip'))).values()].filter((bytes) =>
      instanceIn(bytes).sopClassUid.endsWith('.4.1.1.2'),
    );
    expect(images).toHaveLength(7);
    const before = (await imagesOf()).length;
    const answer = await storeBy(await archive(), [
      ...images,
      fixture('MR_truncated.dcm'),
      Buffer.from('%PDF-1.7 no image'),
    ]);
    expect(answer.statusCode).toBe(202);
    const body = answer.json<Stored>();
    expect(valuesOf(body, '00081199', '00081155')).toHaveLength(images.length);
    expect(valuesOf(body, '00081198', '00081155')).toEqual([instanceIn(fixture('MR_truncated.dcm')).instanceUid]);
    expect(valuesOf(body, '00081198', '00081197')).toEqual([failureReasons.unreadable]);
    expect(valuesOf(body, '0008119A', '00081197')).toEqual([failureReasons.unreadable]);
    expect(await imagesOf()).toHaveLength(before + 1);
  });

  test('stores nothing of a request without an image, and refuses malformed ones', async () => {
    const before = (await imagesOf()).length;
    const none = await storeBy(await archive(), [
      Buffer.from('no image'),
      fixture('MR_truncated.dcm').subarray(0, 4000),
    ]);
    expect([none.statusCode, Object.keys(none.json<Stored>()).sort()]).toEqual([409, ['00081198', '0008119A']]);
    const headers = { authorization: `Bearer ${await archive()}` };
    const image = fixture('CT_small.dcm');
    for (const [payload, type, status] of [
      [related([image]), 'multipart/related; type="application/dicom+xml"; boundary=x-1', 415],
      [related([image]), 'multipart/related; type="application/dicom"', 415],
      [image, 'application/dicom', 415],
      [related([image]).subarray(0, 2000), 'multipart/related; type="application/dicom"; boundary=x-1', 400],
      [related([]), 'multipart/related; type="application/dicom"; boundary=x-1', 400],
      [related([image]), 'multipart/related; type="application/dicom"; boundary=another', 400],
    ] as const)
      expect([type, (await store(ours.caseId, payload, { ...headers, 'content-type': type })).statusCode]).toEqual([
        type,
        status,
      ]);
    // A part of another type, even if its bytes are DICOM.
    const wrong = await store(ours.caseId, related([image], 'image/jpeg'), headers);
    expect(wrong.statusCode).toBe(409);
    expect(await imagesOf()).toHaveLength(before);
  });

  test('needs the scope and the case, and keeps no file of a refused request', async () => {
    const image = fixture('MR_small_implicit.dcm');
    expect((await storeBy(await archive(ours.doctor, 'system/*.rs'), [image])).statusCode).toBe(403);
    const foreign = await storeBy(await archive(other), [image]);
    const missing = await storeBy(await archive(other), [image], randomUUID());
    expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
    expect((await store(ours.caseId, related([image]), {})).statusCode).toBe(401);
  });

  test('adds to the draft of the patient who sends it', async () => {
    const patient = await signInAgain(house.app, ours.patient);
    const draft = await newCase(house, { patient, doctor: ours.doctor, patientId: ours.patientId });
    const headers = { authorization: `Bearer ${patient.token}`, 'x-csrftoken': patient.csrf };
    expect((await store(draft.caseId, related([fixture('CT_small.dcm')]), headers)).statusCode).toBe(200);
    expect((await pageOf(house, draft, patient)).documents).toHaveLength(1);
    expect((await storeBy(await archive(), [fixture('CT_small.dcm')], draft.caseId)).statusCode).toBe(404);
  });
});
