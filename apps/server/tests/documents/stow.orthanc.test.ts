import type { AddressInfo } from 'node:net';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { hasOrthanc, startOrthanc, type Orthanc } from '@konsil/server-dicom/testing/orthanc';
import { startClientToken } from '@konsil/server-domain/backend-clients/client-tokens';
import { addClient } from '@konsil/server-fhir/auth/clients';
import { exportJWK, generateKeyPair } from 'jose';
import { testApp, type TestApp } from '../support/app.ts';
import { pageOf, sentCase, type Conversation } from '../support/cases.ts';

// Without Orthanc, backend-clients.test.ts tests STOW-RS by requests of our own.
(hasOrthanc ? describe : describe.skip)('a real Orthanc', () => {
  let house: TestApp;
  let orthanc: Orthanc;
  let ours: Conversation;
  let bearer: string;
  beforeAll(async () => {
    house = await testApp();
    await house.app.listen({ port: 0, host: '127.0.0.1' });
    [ours, orthanc] = [await sentCase(house), await startOrthanc()];
    const doctorId = ours.doctor.accountId;
    const clientId = await addClient(house.kernel, {
      name: 'Bildarchiv',
      scopes: 'system/ImagingStudy.c',
      doctorIds: [doctorId],
      jwks: JSON.stringify({ keys: [await exportJWK((await generateKeyPair('ES384')).publicKey)] }),
    });
    const scopes = ['system/ImagingStudy.c'];
    const now = house.clock.now();
    bearer = `Bearer ${await house.kernel.db.transaction((tx) => startClientToken(tx, { clientId, accountId: doctorId, scopes, now }))}`;
  });
  afterAll(() => orthanc.stop());

  test('forwards its studies into a case, as docs/hospitals.md says', async () => {
    for (const name of ['CT_small.dcm', 'MR_small_jp2klossless.dcm']) await orthanc.add(fixture(name));
    const { port } = house.app.server.address() as AddressInfo;
    const root = `http://127.0.0.1:${port}/fhir/ServiceRequest/${ours.caseId}/dicomweb/`;
    expect(await orthanc.send(root, bearer)).toMatchObject({ status: 200 });
    const { documents } = await pageOf(house, ours);
    const images = documents.filter(({ group }) => group === 'image');
    expect(images.reduce((sum, { dicom }) => sum + (dicom?.images ?? 0), 0)).toBe(2);
    expect((await orthanc.send(root, 'Bearer konsil_client_x')).status).not.toBe(200);
  });
});
