import type { AuditEntry, Consent } from '@konsil/contracts/privacy';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { pathOf, type RouteContract } from '@konsil/contracts/route';
import { routes } from '@konsil/contracts/routes';
import type { AskedLook, LookedAtCase } from '@konsil/contracts/second-looks';
import type { OtherStudy } from '@konsil/contracts/viewed-case';
import { secondLookDays } from '@konsil/contracts/second-look-states';
import type { SecondLook } from '@konsil/contracts/second-look-schema';
import { and, arrayContains, eq, sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { actingAs } from '@konsil/server-domain/database/roles';
import { imageElements, writeDicom } from '@konsil/server-dicom/testing/write-dicom';
import { auditRecords, casePeople, events } from '@konsil/server-domain/schema';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, answerFinally, bodyOf, pageOf, sentCase } from '../support/cases.ts';
import { aConversation, type FullConversation } from '../support/conversation.ts';
import { inviteDoctor, requestsAs, signInAgain, signUpPatient, type Person } from '../support/people.ts';
import { details, uploadOne } from '../support/upload.ts';

let house: TestApp;
let colleague: Person;
let stranger: Person;
let otherPatient: Person;
beforeAll(async () => {
  house = await testApp();
  [colleague, stranger, otherPatient] = [
    await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen' }),
    await inviteDoctor(house),
    await signUpPatient(house),
  ];
});

const asked = 'Würden Sie operieren?';
const replied = 'Ich würde in sechs Monaten kontrollieren.';
const as = (person: Person) => requestsAs(house.app, person);
const ask = ({ doctor, ids }: FullConversation, of = colleague, who = doctor) =>
  as(who).post(`/api/process/${ids.case}/second-looks`, { colleague: of.accountId, question: asked });
const decide = (look: string, who: Person, agrees = true) =>
  as(who).post(`/api/second-looks/${look}/consent`, { agrees });
const end = (look: string, who: Person) => as(who).post(`/api/second-looks/${look}/end`, {});
const read = (look: string, who = colleague) => as(who).get(`/api/second-looks/${look}`);
const asPage = (person: Person, { ids, ...people }: FullConversation): Promise<ProcessOverview> =>
  pageOf(house, { ...people, patientId: ids.patient, caseId: ids.case }, person);

const addressed = (Object.entries(routes) as [string, RouteContract][]).filter(
  // The reply ends the second look, so it is tested by itself.
  ([name, { path, console }]) => /:(id|documentId)\b/.test(path) && console !== 'only' && name !== 'answerSecondLook',
);
const ofColleague = [
  'getDocument',
  'getDocumentFile',
  'getDocumentHistory',
  'getLookedAtCase',
  'listDocumentPictures',
  'listReportImages',
  'openViewer',
];
/** The ids that a route may be called with: of the whole case, and of the kind of thing that its path names. */
const idsFor = (path: string, { ids }: FullConversation, look: string): string[] => [
  ids.case,
  ids.document,
  ids.patient,
  look,
  ...(/message|Communication/.test(path) ? [ids.message] : []),
  ...(/aufgaben|Task/.test(path) ? [ids.todo] : []),
  ...(/answer|letter|appointment|DiagnosticReport/i.test(path) ? [ids.answer] : []),
];
/** The routes whose response to the colleague differs from that to an account without access. */
const openRoutes = async (conversation: FullConversation, look: string, names?: string[]): Promise<string[]> => {
  const open = new Set<string>();
  for (const [name, { method, path }] of addressed) {
    if (names && !names.includes(name)) continue;
    for (const id of idsFor(path, conversation, look)) {
      const { statusCode } = await house.app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: pathOf({ path }, { id, documentId: id, answerValue: 'final_answer', titleValue: 'none' }),
        ...(method === 'GET' ? {} : { payload: {} }),
        headers: { authorization: `Token ${colleague.token}`, 'x-csrftoken': colleague.csrf },
      });
      if (![404, 401].includes(statusCode)) open.add(name);
    }
  }
  return [...open].sort();
};
/** Everything that lists show the colleague, to look for ids of the case in it. */
const listed = async (): Promise<string> => {
  const lists = [
    'dashboarddata',
    'process',
    'messagesoverview',
    'aufgabenoverview',
    'patientsoverview',
    'search?q=Knoten',
  ];
  const texts = await Promise.all(
    lists.map(async (path) => {
      const url = path === 'dashboarddata' ? '/account/dashboarddata' : `/api/${path}`;
      return (await as(colleague).get(url)).body;
    }),
  );
  return texts.join('\n');
};

describe('A second look', () => {
  let theirs: FullConversation;
  let look: string;
  let fileAddress: string;
  beforeAll(async () => {
    theirs = await aConversation(house);
  });

  test('is requested only by the doctor of the case, from a colleague', async () => {
    expect((await ask(theirs, colleague, stranger)).statusCode).toBe(404);
    expect((await ask(theirs, colleague, theirs.patient)).statusCode).toBe(404);
    expect((await ask(theirs, theirs.doctor)).statusCode).toBe(422);
    expect((await ask(theirs, otherPatient)).statusCode).toBe(422);
    const made = bodyOf<SecondLook>(await ask(theirs), 201);
    expect(made).toMatchObject({ state: 'asked', reader: { name: 'Dr. med. Ruth Ohlsen' }, question: asked });
    look = made.id;
    expect((await ask(theirs, stranger)).statusCode).toBe(409);
  });

  test('shows the colleague nothing before the patient agrees', async () => {
    expect((await read(look)).statusCode).toBe(404);
    expect(bodyOf<AskedLook[]>(await as(colleague).get('/api/second-looks'))).toEqual([]);
    expect(await openRoutes(theirs, look, ofColleague)).toEqual([]);
    expect((await house.outbox(colleague.email)).filter(({ subject }) => subject?.includes('zweiten Blick'))).toEqual(
      [],
    );
    expect((await house.outbox(theirs.patient.email)).some(({ subject }) => subject?.includes('Entscheidung'))).toBe(
      true,
    );
  });

  test('shows the patient who asks whom, without the texts of the doctors', async () => {
    const page = await asPage(theirs.patient, theirs);
    expect(page.second_looks).toMatchObject([{ id: look, state: 'asked', reader: { name: 'Dr. med. Ruth Ohlsen' } }]);
    expect(JSON.stringify(page)).not.toContain(asked);
  });

  test('is accepted or refused once, and only by the patient of the case', async () => {
    for (const who of [colleague, theirs.doctor, stranger, otherPatient])
      expect((await decide(look, who)).statusCode).toBe(404);
    expect(bodyOf<SecondLook>(await decide(look, theirs.patient)).state).toBe('open');
    expect((await decide(look, theirs.patient, false)).statusCode).toBe(409);
  });

  test('shows the colleague the case with its documents, and no messages', async () => {
    const shown = bodyOf<LookedAtCase>(await read(look));
    expect(shown).toMatchObject({ question: asked, diagnosis: 'Knoten rechts, 23 mm', answers: [{}] });
    expect(shown.documents.map(({ id }) => id)).toEqual([theirs.ids.document]);
    expect(bodyOf<AskedLook[]>(await as(colleague).get('/api/second-looks'))).toMatchObject([{ id: look }]);
    const file = bodyOf<{ Filelocation: string }>(
      await as(colleague).get(`/api/individualdocument/get/${theirs.ids.document}`),
    );
    fileAddress = new URL(file.Filelocation, 'http://localhost').pathname;
    expect((await house.app.inject({ url: fileAddress })).statusCode).toBe(200);
    expect((await as(colleague).get(`/api/individualdocument/get/${theirs.ids.draftDocument}`)).statusCode).toBe(404);
    const told = (await house.outbox(colleague.email)).filter(({ subject }) => subject?.includes('zweiten Blick'));
    expect(told).toHaveLength(1);
  });

  test('gives the colleague no other route or list', async () => {
    expect(await openRoutes(theirs, look)).toEqual(ofColleague);
    expect(await listed()).not.toContain(theirs.ids.case);
    expect(await listed()).not.toContain(theirs.ids.patient);
  });

  test('lets the colleague neither change the case nor read messages in SQL', async () => {
    await house.kernel.db.transaction(async (tx) => {
      const rows = async (name: string) => (await tx.execute(sql`select id from ${sql.identifier(name)}`)).rows;
      expect(await rows('cases')).toEqual([{ id: theirs.ids.case }]);
      for (const name of ['messages', 'todos', 'epicrisis_versions', 'drafts'])
        expect([name, (await tx.execute(sql`select 1 from ${sql.identifier(name)}`)).rows]).toEqual([name, []]);
      expect((await tx.execute(sql`update cases set version = version + 1`)).rowCount).toBe(0);
      expect((await tx.execute(sql`update patients set version = version + 1`)).rowCount).toBe(0);
    }, actingAs(colleague.accountId));
  });

  test('is answered only by the colleague, whose access then ends', async () => {
    for (const who of [theirs.doctor, theirs.patient, stranger])
      expect((await as(who).post(`/api/second-looks/${look}/answer`, { answer: replied })).statusCode).toBe(404);
    bodyOf(await as(colleague).post(`/api/second-looks/${look}/answer`, { answer: replied }));
    expect((await read(look)).statusCode).toBe(404);
    expect((await as(colleague).post(`/api/second-looks/${look}/answer`, { answer: replied })).statusCode).toBe(404);
    expect(await openRoutes(theirs, look, ofColleague)).toEqual([]);
    expect((await house.app.inject({ url: fileAddress })).statusCode).toBe(404);
  });

  test('shows its answer to the doctor, and to the patient only that it exists', async () => {
    expect((await asPage(theirs.doctor, theirs)).second_looks).toMatchObject([{ state: 'answered', answer: replied }]);
    const page = await asPage(theirs.patient, theirs);
    expect(page.second_looks).toMatchObject([{ state: 'answered' }]);
    expect(JSON.stringify(page)).not.toContain(replied);
    expect(page.timeline.slice(-3)).toMatchObject([
      { kind: 'second_look_asked', subject: 'Dr. med. Ruth Ohlsen' },
      { kind: 'second_look_agreed' },
      { kind: 'second_look_answered', by: { name: 'Dr. med. Ruth Ohlsen' } },
    ]);
  });

  test("is in the patient's access log, step by step", async () => {
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await as(theirs.patient).get(`/api/audit/${theirs.ids.patient}?who=all&result=allowed&limit=200`),
    );
    const by = (name: string) => items.filter(({ actor }) => actor.name.includes(name)).map(({ action }) => action);
    expect(new Set(by('Ohlsen'))).toEqual(
      new Set(['second_look.list', 'second_look.read', 'second_look.answer', 'document.read']),
    );
    expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['second_look.ask', 'consent.give']));
  });
});

describe('A colleague has no access', () => {
  let theirs: FullConversation;
  let look: string;
  beforeAll(async () => {
    theirs = await aConversation(house);
  });
  // Each test ends the second look, so the next one may ask again in the same case.
  beforeEach(async () => {
    look = bodyOf<SecondLook>(await ask(theirs), 201).id;
  });
  const open = async () => {
    bodyOf(await decide(look, theirs.patient));
    expect((await read(look)).statusCode).toBe(200);
  };
  const expectClosed = async () => {
    expect((await read(look)).statusCode).toBe(404);
    expect((await as(colleague).post(`/api/second-looks/${look}/answer`, { answer: replied })).statusCode).toBe(404);
    expect((await as(colleague).get(`/api/individualdocument/get/${theirs.ids.document}`)).statusCode).toBe(404);
  };

  test('after the patient refused', async () => {
    bodyOf(await decide(look, theirs.patient, false));
    await expectClosed();
    expect((await asPage(theirs.doctor, theirs)).second_looks?.find(({ id }) => id === look)).toMatchObject({
      state: 'refused',
    });
    expect((await decide(look, theirs.patient)).statusCode).toBe(409);
  });

  test('after the patient ended it; others cannot', async () => {
    await open();
    for (const who of [colleague, stranger, otherPatient]) expect((await end(look, who)).statusCode).toBe(404);
    expect(bodyOf<SecondLook>(await end(look, theirs.patient)).state).toBe('ended');
    await expectClosed();
  });

  test('when the patient withdraws the consent on the consents page', async () => {
    await open();
    const list = async () =>
      bodyOf<Consent[]>(await as(theirs.patient).get('/account/consents')).filter(({ kind }) => kind === 'second_look');
    const [given] = await list();
    expect(given).toMatchObject({ doctor_name: 'Dr. med. Ruth Ohlsen', withdrawn_at: null });
    expect((await as(theirs.doctor).post(`/account/consents/${given?.id}/withdraw`, {})).statusCode).toBe(404);
    bodyOf(await as(theirs.patient).post(`/account/consents/${given?.id}/withdraw`, {}));
    await expectClosed();
    expect((await asPage(theirs.doctor, theirs)).shared).toBe(true);
    expect((await list()).every(({ withdrawn_at: at }) => at !== null)).toBe(true);
  });

  test("when the doctor withdraws the question, before or after the patient's decision", async () => {
    const told = () => house.kernel.db.$count(events, arrayContains(events.accountIds, [colleague.accountId]));
    const before = await told();
    bodyOf(await end(look, theirs.doctor));
    // Not even open pages of the colleague learn that there was a case.
    expect(await told()).toBe(before);
    expect((await decide(look, theirs.patient)).statusCode).toBe(409);
    look = bodyOf<SecondLook>(await ask(theirs), 201).id;
    await open();
    bodyOf(await end(look, theirs.doctor));
    await expectClosed();
  });

  test('after the sharing with the doctor ended, also once the case is shared again', async () => {
    await open();
    const given = bodyOf<Consent[]>(await as(theirs.patient).get('/account/consents')).find(
      ({ kind, case_id: id }) => kind === 'send_to_doctor' && id === theirs.ids.case,
    );
    bodyOf(await as(theirs.patient).post(`/account/consents/${given?.id}/withdraw`, {}));
    await expectClosed();
    bodyOf(await as(theirs.patient).post(`/api/process/${theirs.ids.case}/share`, { consent: true }));
    await expectClosed();
  });

  test('after the last day', async () => {
    await open();
    const [row] = await house.kernel.db.select().from(casePeople).where(eq(casePeople.id, look));
    await house.kernel.db.update(casePeople).set({ endsOn: '2020-01-01' }).where(eq(casePeople.id, look));
    await expectClosed();
    expect((await asPage(theirs.patient, theirs)).second_looks?.find(({ id }) => id === look)).toMatchObject({
      state: 'ended',
    });
    const days = (Date.parse(row?.endsOn ?? '') - house.clock.now().getTime()) / dayMs;
    expect(Math.abs(days - secondLookDays)).toBeLessThan(1.5);
    // The doctor may ask again.
    bodyOf(await end(bodyOf<SecondLook>(await ask(theirs), 201).id, theirs.doctor));
  });

  test('after the case went to another doctor', async () => {
    await open();
    bodyOf(await as(theirs.doctor).post(`/api/process/${theirs.ids.case}/takeback`, {}));
    const conversation = { ...theirs, patientId: theirs.ids.patient, caseId: theirs.ids.case };
    bodyOf(
      await answer(house, conversation, 'recommendation_different_physician', {
        recommended_doctor_id: stranger.accountId,
      }),
      201,
    );
    Object.assign(theirs.patient, await signInAgain(house.app, theirs.patient));
    bodyOf(
      await as(theirs.patient).post(`/api/process/${theirs.ids.case}/handover`, {
        doctor: stranger.accountId,
        consent: true,
      }),
    );
    await expectClosed();
    expect((await asPage(stranger, theirs)).second_looks).toEqual([]);
  });
});

describe('A second look that is asked for again', () => {
  let theirs: FullConversation;
  let first: string;
  let second: string;
  const reply = (look: string, text: string) =>
    as(colleague).post(`/api/second-looks/${look}/answer`, { answer: text });
  beforeAll(async () => {
    theirs = await aConversation(house);
    first = bodyOf<SecondLook>(await ask(theirs), 201).id;
    bodyOf(await decide(first, theirs.patient));
    bodyOf(await reply(first, replied));
    second = bodyOf<SecondLook>(await ask(theirs), 201).id;
    bodyOf(await decide(second, theirs.patient));
  });

  test('does not change the answered one, also for the colleague', async () => {
    expect((await read(first)).statusCode).toBe(404);
    expect((await reply(first, 'Doch.')).statusCode).toBe(404);
    expect((await read(second)).statusCode).toBe(200);
    expect((await asPage(theirs.doctor, theirs)).second_looks?.find(({ id }) => id === first)).toMatchObject({
      state: 'answered',
      answer: replied,
    });
  });

  test('shows no request before its doctor opened it, while it can be withdrawn', async () => {
    const { patient, doctor, ids } = theirs;
    const letter = await addLetter(house, { patient, doctor, patientId: ids.patient, caseId: ids.case });
    const note = 'Neuer Befund.';
    const request = { consent: true, note };
    const sent = bodyOf<{ id: string }>(await as(patient).post(`/api/buttonaufgabe/patient/${ids.case}`, request), 201);
    const seen = async () => {
      const { notes, documents } = bodyOf<LookedAtCase>(await read(second));
      return [notes.map(({ text }) => text), documents.map(({ id }) => id)];
    };
    expect(await seen()).toEqual([[], [ids.document]]);
    bodyOf(await as(patient).post(`/api/sendings/${sent.id}/withdraw`, {}));
    bodyOf(await as(patient).post(`/api/buttonaufgabe/patient/${ids.case}`, request), 201);
    bodyOf(await as(doctor).get(`/api/messagesoverview/${ids.case}`));
    expect(await seen()).toEqual([[note], [letter, ids.document]]);
  });

  test('shows no images of an unopened request on any route', async () => {
    const own = await aConversation(house);
    const { patient, doctor, ids } = own;
    const study = (uid: string, instance: string) =>
      writeDicom(imageElements(['0020000d', 'UI', uid], ['00080018', 'UI', `${uid}.${instance}`]));
    const add = async (name: string, bytes: Buffer) => {
      const { documentId } = await uploadOne(house.app, patient, ids.case, name, bytes);
      bodyOf(await as(patient).post(`/api/metadata/${documentId}`, details()));
      return documentId;
    };
    const send = () => as(patient).post(`/api/buttonaufgabe/patient/${ids.case}`, { consent: true, note: '' });
    const opened = async () => bodyOf(await as(doctor).get(`/api/messagesoverview/${ids.case}`));
    const first = await add('first.dcm', study('1.2.9.1', '1'));
    bodyOf(await send(), 201);
    await opened();
    const look = bodyOf<SecondLook>(await ask(own), 201).id;
    bodyOf(await decide(look, patient));
    const later = await add('later.dcm', study('1.2.9.2', '1'));
    await add('same study.dcm', study('1.2.9.1', '2'));
    bodyOf(await send(), 201);

    const { url } = bodyOf<{ url: string }>(await as(colleague).post(`/api/documents/${first}/viewer`));
    const { headers } = await house.app.inject({ url: new URL(url).pathname + new URL(url).search });
    const opening = new URL(String(headers.location), url).searchParams.get('opening');
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const viewed = (path: string, more: InjectOptions = {}) =>
      house.app.inject({ url: `/dicom-web/openings/${opening}/studies/1.2.9.1/${path}`, headers: { cookie }, ...more });
    const shown = async () => ({
      others: (await viewed('others')).json<OtherStudy[]>().map(({ document_id }) => document_id),
      images: (await viewed('metadata')).json<object[]>().length,
      beside: (await viewed('others', { method: 'POST', payload: { document_id: later, study_uid: '1.2.9.2' } }))
        .statusCode,
      read: (await as(colleague).get(`/api/documents/${later}`)).statusCode,
      file: (await as(colleague).get(`/api/individualdocument/get/${later}`)).statusCode,
      viewer: (await as(colleague).post(`/api/documents/${later}/viewer`)).statusCode,
    });
    expect(await shown()).toEqual({ others: [], images: 1, beside: 404, read: 404, file: 404, viewer: 404 });
    const recorded = await house.kernel.db
      .select({ id: auditRecords.documentId })
      .from(auditRecords)
      .where(and(eq(auditRecords.caseId, ids.case), eq(auditRecords.action, 'document.view_images')))
      .orderBy(auditRecords.id);
    expect(recorded.map(({ id }) => id)).toEqual([first, later]);

    await opened();
    house.clock.advance(2 * minuteMs);
    expect(await shown()).toEqual({ others: [later], images: 2, beside: 200, read: 200, file: 200, viewer: 200 });
  });

  test('shows the answer to a question after the patient opened it', async () => {
    const own = await sentCase(house);
    const look = bodyOf<SecondLook>(
      await as(own.doctor).post(`/api/process/${own.caseId}/second-looks`, {
        colleague: colleague.accountId,
        question: asked,
      }),
      201,
    ).id;
    bodyOf(await decide(look, own.patient));
    await answerFinally(house, own);
    const said = async () => bodyOf<LookedAtCase>(await read(look)).questions.map((question) => question.answer);
    expect(await said()).toEqual([null]);
    await pageOf(house, own, own.patient);
    expect(await said()).toEqual(['Ja.']);
  });
});
