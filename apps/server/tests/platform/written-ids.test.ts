import { testApp, type TestApp } from '../support/app.ts';
import { aConversation } from '../support/conversation.ts';
import { requestsAs, inviteDoctor } from '../support/people.ts';
import { verifyChains } from '@konsil/server-platform/audit/audit';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

test('an upper-case id is the same id, for owners, strangers and the audit', async () => {
  const { patient, doctor, ids } = await aConversation(house);
  const paths = [
    `/api/patients/${ids.patient.toUpperCase()}`,
    `/api/processoverview/${ids.case.toUpperCase()}`,
    `/api/documents/${ids.document.toUpperCase()}`,
    `/api/messagesoverview/${ids.case.toUpperCase()}`,
    `/api/epikrise/${ids.patient.toUpperCase()}`,
  ];
  const stranger = await inviteDoctor(house);
  const answers = async (who: typeof patient) =>
    Promise.all(paths.map(async (path) => [path, (await requestsAs(house.app, who).get(path)).statusCode]));
  expect(await answers(patient)).toEqual(paths.map((path) => [path, 200]));
  expect(await answers(doctor)).toEqual(paths.map((path) => [path, 200]));
  expect(await answers(stranger)).toEqual(paths.map((path) => [path, 404]));
  expect((await verifyChains(house.kernel.db, house.kernel.vault)).faults).toEqual([]);
});
