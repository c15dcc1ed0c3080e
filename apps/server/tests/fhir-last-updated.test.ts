import { join } from 'node:path';
import { fhirSearchTypes, type FhirSearchType } from '@konsil/contracts/fhir';
import { practiceDay } from '@konsil/contracts/practice-time';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { importCodes } from '@konsil/server-doctors/codes/import-codes';
import { aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { minuteMs } from '@konsil/server-platform/clock';
import type { Bundle, CapabilityStatement } from 'fhir/r4';
import { testApp, type TestApp } from './support/app.ts';
import { addLetter, answerFinally, bodyOf, newCase, send, type Conversation } from './support/cases.ts';
import { requestsAs, type Person } from './support/people.ts';
import { waitForPreviews } from './support/stored-keys.ts';
import { details, uploadOne } from './support/upload.ts';

const year = practiceDay(new Date()).slice(0, 4);
let house: TestApp;
let ours: Conversation;
let types: FhirSearchType[];
beforeAll(async () => {
  house = await testApp();
  ours = await newCase(house);
  await importCodes(house.kernel.db, join(__dirname, '../../../libs/server/doctors/fixtures/ops2026syst_kodes.txt'), {
    system: 'ops',
    version: year,
    now: house.clock.now(),
  });
  const { rest } = bodyOf<CapabilityStatement>(await house.app.inject({ method: 'GET', url: '/fhir/metadata' }));
  types = fhirSearchTypes.filter((type) =>
    rest?.[0]?.resource?.some(
      (one) => one.type === type && one.searchParam?.some(({ name }) => name === '_lastUpdated'),
    ),
  );
});

const entriesOf = async (reader: Person, path: string): Promise<object[]> => {
  const found: object[] = [];
  for (let next: string | undefined = path; next; ) {
    const bundle: Bundle = bodyOf(
      await house.app.inject({
        method: 'GET',
        url: `/fhir/${next}`,
        headers: { authorization: `Bearer ${reader.token}` },
      }),
    );
    found.push(...(bundle.entry ?? []).flatMap(({ resource }) => resource ?? []));
    next = bundle.link?.find(({ relation }) => relation === 'next')?.url.split('/fhir/')[1];
  }
  return found;
};
const search = (type: string, reader: Person, filter = '') =>
  entriesOf(reader, `${type}?patient=${ours.patientId}&_count=100${filter}`);
const ofOthers = ['display', 'name', 'meta'];
/** A resource's own content: without the names of people and beside references, and without the version. */
const ownContent = (resource: object): string =>
  JSON.stringify(resource, (name, value: unknown) => (ofOthers.includes(name) ? undefined : value));
const keyOf = (resource: object) => {
  const { resourceType, id } = resource as { resourceType: string; id: string };
  return `${resourceType}/${id}`;
};
/** All resources visible to a reader whose types have `lastUpdated`. */
const seenBy = async (reader: Person): Promise<Map<string, string>> => {
  const seen = new Map<string, string>();
  for (const type of types) for (const one of await search(type, reader)) seen.set(keyOf(one), ownContent(one));
  return seen;
};

/** Makes a change: the types of changed resources that a search since then finds, and the resources that it misses. */
const polled = async (change: () => Promise<unknown>) => {
  const since = house.clock.now().toISOString();
  house.clock.advance(minuteMs);
  const readers = await Promise.all(
    [ours.patient, ours.doctor].map(async (reader) => ({ reader, before: await seenBy(reader) })),
  );
  house.clock.advance(minuteMs);
  await change();
  await waitForPreviews(house);
  const found = new Set<string>();
  const missed: string[] = [];
  for (const { reader, before } of readers) {
    const after = await seenBy(reader);
    const told = new Set<string>();
    for (const type of types)
      for (const one of await search(type, reader, `&_lastUpdated=gt${since}`)) told.add(keyOf(one));
    for (const [key, content] of after) {
      if (before.get(key) === content) continue;
      if (told.has(key)) found.add(key.split('/')[0] ?? '');
      else missed.push(key);
    }
  }
  return { found, missed };
};

test('a client that polls _lastUpdated misses no change', async () => {
  const { patient, doctor, caseId, patientId } = ours;
  const [asPatient, asDoctor] = [requestsAs(house.app, patient), requestsAs(house.app, doctor)];
  const found = new Set<string>();
  const after = async (what: string, change: () => Promise<unknown>) => {
    const seen = await polled(change);
    expect([what, seen.missed]).toEqual([what, []]);
    for (const type of seen.found) found.add(type);
  };
  let letter = '';
  let message = '';
  let answer = '';
  await after('an upload', async () => (letter = await addLetter(house, ours)));
  for (const changed of [
    { source_name: 'Praxis am Markt' },
    { issue_date: '2026-09-01' },
    { document_medical_kind: 'Laboratory report' },
  ])
    await after(JSON.stringify(changed), async () => {
      const { version } = bodyOf<{ version: number }>(await asPatient.get(`/api/documents/${letter}`));
      bodyOf(await asPatient.post(`/api/metadata/${letter}`, { ...details(changed), version }));
    });
  await after('a photo, which is copied later', async () =>
    uploadOne(house.app, patient, caseId, 'foto.jpg', await aPhotoWithPosition()).then(({ documentId }) =>
      asPatient.post(`/api/metadata/${documentId}`, details()),
    ),
  );
  await after('images', async () =>
    uploadOne(house.app, patient, caseId, 'ct.dcm', await fixture('CT_small.dcm')).then(({ documentId }) =>
      asPatient.post(`/api/metadata/${documentId}`, details()),
    ),
  );
  await after('a request, which shows documents to the doctor', async () => bodyOf(await send(house, ours), 201));
  await after('a message', async () => {
    const sent = await asPatient.post(`/api/messages/${caseId}`, { subject: 'Frage', message: 'Wann?' });
    message = bodyOf<{ id: string }>(sent, 201).id;
  });
  for (const read of [true, false])
    await after(`a message marked as read: ${read}`, async () =>
      bodyOf(await asDoctor.put(`/api/messages/${message}`, { read })),
    );
  await after('an answer with a procedure', async () => {
    const given = await answerFinally(house, ours, {
      codes: [{ system: 'ops', version: year, code: '5-061.0', certainty: null, side: null }],
    });
    answer = given.id;
  });
  await after('the reading of an answer', async () => asPatient.post(`/api/answers/${answer}/read`, {}));
  await after('another name of the case', async () =>
    bodyOf(await asPatient.put(`/api/process/${caseId}`, { case_name: 'Schilddrüse, rechts' })),
  );
  await after('another name of the patient', async () => {
    const { version, ...record } = bodyOf<{ version: number }>(await asPatient.get(`/api/patients/${patientId}`));
    bodyOf(await asPatient.put(`/api/patients/${patientId}`, { ...record, version, last_name: 'Neumann' }));
  });
  await after('the end of the sharing', async () => {
    const consents = bodyOf<{ id: string; case_id: string | null }[]>(await asPatient.get('/account/consents'));
    const { id = '' } = consents.find((consent) => consent.case_id === caseId) ?? {};
    bodyOf(await asPatient.post(`/account/consents/${id}/withdraw`, {}));
  });
  // Each type changed at least once.
  expect([...found].sort()).toEqual([...types].sort());
  expect(types).toHaveLength(9);
});
