import type { Absence } from '@konsil/contracts/absences';
import type { ConsoleClinic } from '@konsil/contracts/console-clinics';
import type { Page } from '@konsil/contracts/common';
import type { KeptLetter } from '@konsil/contracts/letters';
import type { PooledCase } from '@konsil/contracts/pools';
import type { Patient } from '@konsil/contracts/patients';
import type { Reader } from '@konsil/contracts/reader-states';
import type { SecondLook } from '@konsil/contracts/second-look-schema';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';
import type { AuditActionName } from '@konsil/server-platform/audit/security-events';
import { testApp, type TestApp } from '../support/app.ts';
import { expectRecorded } from '../support/audit.ts';
import { answerFinally, bodyOf, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { aClinic } from '../support/clinics.ts';
import { anArchiveTakenOver } from '../support/commands.ts';
import { atConsole, signedInOperator } from '../support/operators.ts';
import { inviteDoctor, requestsAs, signUpPatient, type Person } from '../support/people.ts';
import { sealedLinks } from '../support/sealed-links.ts';
import { details } from '../support/upload.ts';

let house: TestApp;
let theirs: Conversation;
let colleague: Person;
beforeAll(async () => {
  house = await testApp();
  theirs = await sentCase(house);
  colleague = await inviteDoctor(house);
});

const as = (person: Person) => requestsAs(house.app, person);
type Act = Parameters<typeof expectRecorded<Awaited<ReturnType<ReturnType<typeof as>['get']>>>>[4];
/** Acts on the patient, or on the case, and returns the response. */
const ofPatient = (action: AuditActionName, by: Person, act: Act, about: object = {}) =>
  expectRecorded(house, action, by, { chain: theirs.patientId, ...about }, act);
const ofCase = (action: AuditActionName, by: Person, act: Act, about: object = {}, { patientId, caseId } = theirs) =>
  expectRecorded(house, action, by, { chain: patientId, caseId, ...about }, act);

test('changes to a person are recorded', async () => {
  const { patient, patientId } = theirs;
  const path = `/api/patients/${patientId}`;
  const record = bodyOf<Patient>(await as(patient).get(path));
  bodyOf(await ofPatient('patient.write', patient, () => as(patient).put(path, { ...record, city: 'Bonn' })));
  const child = { ...record, first_name: 'Emil', relationship: 'child' };
  const { id, version } = bodyOf<Patient>(await as(patient).post('/api/patients', child), 201);
  const put = (action: 'patient.archive' | 'patient.restore', path: string, at: number) =>
    ofPatient(action, patient, () => as(patient).post(`/api/patients/${id}/${path}`, { version: at }), { chain: id });
  bodyOf(await put('patient.archive', 'archive', version));
  bodyOf(await put('patient.restore', 'restore', version + 1));
});

test('listing and describing documents is recorded', async () => {
  const { patient, doctor, caseId } = theirs;
  const [document] = (await pageOf(house, theirs, patient)).documents;
  const documentId = document?.id ?? '';
  bodyOf(
    await ofCase('document.write', patient, () => as(patient).post(`/api/metadata/${documentId}`, details()), {
      documentId,
    }),
  );
  bodyOf(await ofCase('document.list', doctor, () => as(doctor).get(`/api/documentsoverview/${caseId}`)));
});

test('ending sealed links and removing imported records is recorded', async () => {
  const { patient, patientId } = theirs;
  const { id } = await sealedLinks(() => house).makeLink(theirs);
  bodyOf(await ofCase('share.write', patient, () => as(patient).post(`/api/share-links/${id}/end`, {})));
  const archive = await anArchiveTakenOver(house, patient.accountId, patientId);
  bodyOf(await ofPatient('record.remove', patient, () => as(patient).delete(`/api/imports/${archive.id}`)));
});

test('refusing and ending second opinions is recorded', async () => {
  const { patient, doctor, caseId } = theirs;
  const ask = async () =>
    bodyOf<SecondLook>(
      await as(doctor).post(`/api/process/${caseId}/second-looks`, {
        colleague: colleague.accountId,
        question: 'Würden Sie operieren?',
      }),
      201,
    ).id;
  const refused = await ask();
  bodyOf(
    await ofCase('second_look.refuse', patient, () =>
      as(patient).post(`/api/second-looks/${refused}/consent`, { agrees: false }),
    ),
  );
  const ended = await ask();
  bodyOf(await ofCase('second_look.end', doctor, () => as(doctor).post(`/api/second-looks/${ended}/end`, {})));
});

test('inviting, changing and removing readers is recorded', async () => {
  const { patient, patientId } = theirs;
  const mother = await signUpPatient(house);
  const { id } = bodyOf<Reader>(
    await ofPatient('reader.invite', patient, () =>
      as(patient).post(`/api/patients/${patientId}/readers`, { email: mother.email, until: null }),
    ),
    201,
  );
  bodyOf(await as(mother).post(`/api/readers/${id}/answer`, { accepts: true }));
  bodyOf(await ofPatient('reader.change', patient, () => as(patient).post(`/api/readers/${id}/role`, { role: 'act' })));
  bodyOf(await ofPatient('reader.end', mother, () => as(mother).post(`/api/readers/${id}/end`, {})));
});

test('refusing and ending access of deputies is recorded', async () => {
  const deputyOf = async (conversation: Conversation) => {
    const today = dayOf(house.kernel.clock.now());
    const away = { from: today, to: addDays(today, 9), deputy: colleague.accountId };
    bodyOf<Absence>(await as(conversation.doctor).post('/api/absences', away), 201);
    return (await pageOf(house, conversation, conversation.patient)).deputies?.[0]?.id ?? '';
  };
  const refusing = await sentCase(house);
  const refused = await deputyOf(refusing);
  const decide = (id: string, who: Person, agrees: boolean) => as(who).post(`/api/deputies/${id}/consent`, { agrees });
  bodyOf(await ofCase('deputy.refuse', refusing.patient, () => decide(refused, refusing.patient, false), {}, refusing));
  const agreeing = await sentCase(house);
  const open = await deputyOf(agreeing);
  bodyOf(await decide(open, agreeing.patient, true));
  bodyOf(
    await ofCase('deputy.end', colleague, () => as(colleague).post(`/api/deputies/${open}/end`, {}), {}, agreeing),
  );
});

test('assigning a case from a pool, and taking it out, is recorded', async () => {
  const operator = await signedInOperator(house, ['doctors']);
  const atClinics = (path: string, body: object) =>
    atConsole(house, operator).post(`/api/console/clinics${path}`, body);
  const { patient, doctor, caseId } = theirs;
  const { id: clinic } = bodyOf<ConsoleClinic>(await atClinics('', aClinic()), 201);
  for (const member of [doctor, colleague])
    bodyOf(await atClinics(`/${clinic}/doctors`, { doctor: member.accountId, site: null, belongs: true }));
  const switched = async (action: 'clinic.pool_on' | 'clinic.pool_off') =>
    bodyOf(
      await expectRecorded(house, action, operator, { actorRole: 'admin', detail: JSON.stringify({ clinic }) }, () =>
        atClinics(`/${clinic}/pool`, { on: action === 'clinic.pool_on' }),
      ),
    );
  await switched('clinic.pool_on');
  const allow = (allows: boolean) => as(patient).put(`/api/process/${caseId}/pool/consent`, { clinic, allows });
  const put = async () => {
    bodyOf(await allow(true));
    bodyOf(await as(doctor).put(`/api/process/${caseId}/pool`, { clinic }));
  };
  await put();
  bodyOf(await ofCase('pool.out', doctor, () => as(doctor).post(`/api/process/${caseId}/pool/end`, {})));
  await put();
  const { items } = bodyOf<Page<PooledCase>>(await as(colleague).get(`/api/pools/${clinic}/cases`));
  bodyOf(
    await ofCase('pool.assign', doctor, () =>
      as(doctor).post(`/api/pooled/${items[0]?.id}/assign`, { colleague: colleague.accountId }),
    ),
  );
  await switched('clinic.pool_off');
});

test('reading a stored letter is recorded', async () => {
  const answered = await sentCase(house);
  await answerFinally(house, answered);
  const { doctor } = answered;
  const { items } = bodyOf<Page<KeptLetter>>(await as(doctor).get('/api/letters'));
  const read = await ofPatient('letter.read', doctor, () => as(doctor).get(`/api/letters/${items[0]?.id}/letter.pdf`), {
    chain: answered.patientId,
  });
  expect(read.statusCode).toBe(200);
});
