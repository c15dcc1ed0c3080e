import type { ActingSystem } from '@konsil/contracts/systems';
import type { TestApp } from '../support/app.ts';
import { bodyOf, type Conversation } from '../support/cases.ts';
import { inviteDoctor, requestsAs, type Person } from '../support/people.ts';
import { backendClients } from '../support/backend-clients.ts';

const { state, register, assert, ask, tokenOf, get } = backendClients();
let house: TestApp;
let ours: Conversation;
let other: Person;
beforeAll(() => {
  ({ house, ours, other } = state());
});

test('a doctor gets an email about a system, sees its last use, and can end it', async () => {
  const doctor = await inviteDoctor(house);
  const system = await register('Kardiologie-Archiv', [doctor, other], 'system/*.rs');
  const [mail] = await house.outbox(doctor.email);
  expect(mail?.subject).toBe('Ein anderes System darf bei Konsil jetzt für Sie handeln');
  expect(mail?.text).toContain('/doctor/settings#systems');
  expect(mail?.text).not.toContain('Kardiologie');
  const asDoctor = requestsAs(house.app, doctor);
  const systems = async () => bodyOf<ActingSystem[]>(await asDoctor.get('/api/systems'));
  expect(await systems()).toMatchObject([{ id: system, name: 'Kardiologie-Archiv', scopes: ['system/*.rs'] }]);
  expect((await systems())[0]?.last_used_at).toBeNull();
  const tokenFor = (who: Person) =>
    tokenOf({ fhirUser: `Practitioner/${who.accountId}` }, { claims: { iss: system, sub: system } });
  const [mine, theirs] = [await tokenFor(doctor), await tokenFor(other)];
  // Another doctor's call is not this doctor's last use.
  bodyOf(await get(theirs, `/fhir/ServiceRequest/${ours.caseId}`), 404);
  expect((await systems())[0]?.last_used_at).toBeNull();
  bodyOf(await get(mine, `/fhir/ServiceRequest/${ours.caseId}`), 404);
  expect((await systems())[0]?.last_used_at).toMatch(/^20\d\d-/);
  expect((await requestsAs(house.app, ours.doctor).post(`/api/systems/${system}/end`)).statusCode).toBe(404);
  expect((await get(mine, '/fhir/Patient')).statusCode).toBe(200);
  bodyOf(await asDoctor.post(`/api/systems/${system}/end`));
  expect(await systems()).toEqual([]);
  expect((await get(mine, '/fhir/Patient')).statusCode).toBe(401);
  expect((await get(theirs, '/fhir/Patient')).statusCode).toBe(200);
  const again = await ask(assert({ claims: { iss: system, sub: system } }), {
    fhirUser: `Practitioner/${doctor.accountId}`,
  });
  expect(again.statusCode).toBe(400);
  expect((await requestsAs(house.app, ours.patient).get('/api/systems')).statusCode).toBe(404);
});
