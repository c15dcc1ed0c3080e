import { accessTable, can, type Actor, type ResourceKind } from './access.ts';

const owner: Actor = { accountId: 'p1', role: 'patient' };
const otherPatient: Actor = { accountId: 'p2', role: 'patient' };
const asked: Actor = { accountId: 'd1', role: 'doctor' };
const otherDoctor: Actor = { accountId: 'd2', role: 'doctor' };
const theCase = { caseId: 'c1', patientId: 'a1', accountId: 'p1', doctorId: 'd1', sharedWithDoctor: true };
const withdrawn = { ...theCase, sharedWithDoctor: false };

const things = {
  'a patient with a sent case': ['patient', { patientId: 'a1', accountId: 'p1', doctorIds: ['d1'] }],
  'a patient without a sent case': ['patient', { patientId: 'a1', accountId: 'p1', doctorIds: [] }],
  'a sent case': ['case', theCase],
  'a draft or withdrawn case': ['case', withdrawn],
  "the patient's sent document": ['document', { ...theCase, uploadedBy: 'p1', sent: true, requestId: null }],
  "the patient's unsent document": ['document', { ...theCase, uploadedBy: 'p1', sent: false, requestId: null }],
  'a document of a request': ['document', { ...theCase, uploadedBy: 'p1', sent: true, requestId: 'r1' }],
  "the doctor's document": ['document', { ...theCase, uploadedBy: 'd1', sent: true, requestId: null }],
  "the doctor's document after the withdrawal": [
    'document',
    { ...withdrawn, uploadedBy: 'd1', sent: true, requestId: null },
  ],
  "the doctor's ToDo": ['todo', { ...theCase, createdBy: 'd1' }],
  "the patient's ToDo": ['todo', { ...theCase, createdBy: 'p1' }],
  'a ToDo of a withdrawn case': ['todo', { ...withdrawn, createdBy: 'd1' }],
  "the patient's message": ['message', { ...theCase, senderId: 'p1' }],
  "the doctor's message": ['message', { ...theCase, senderId: 'd1' }],
  'a message of a withdrawn case': ['message', { ...withdrawn, senderId: 'd1' }],
  'a letter of the doctor': ['letter', { doctorId: 'd1' }],
  'a second look': ['secondLook', { ...theCase, askedBy: 'd1', readerId: 'd3', over: false }],
  'a second look for another doctor': ['secondLook', { ...theCase, askedBy: 'd4', readerId: 'd3', over: false }],
  'a second look that is over': ['secondLook', { ...theCase, askedBy: 'd1', readerId: 'd3', over: true }],
  'an invitation to read along': ['reader', { readerRowId: 'r1', accountId: 'p1', readerId: null }],
  'somebody who reads along': ['reader', { readerRowId: 'r1', accountId: 'p1', readerId: 'p7' }],
  'a second look at a withdrawn case': ['secondLook', { ...withdrawn, askedBy: 'd1', readerId: 'd3', over: false }],
  'a deputy': ['deputy', { ...theCase, askedBy: 'd1', deputyId: 'd9' }],
  'a deputy for another doctor': ['deputy', { ...theCase, askedBy: 'd4', deputyId: 'd9' }],
  'a stay in a pool': ['pooled', { ...theCase, entryId: 'e1' }],
  'a stay in a pool that is over': ['pooled', { ...theCase, entryId: 'e2' }],
  "the archive of the doctor's clinic": ['clinicArchive', { ...theCase, memberIds: ['d1', 'd9', 'd2'] }],
  "the archive of the doctor's clinic without the deputy": ['clinicArchive', { ...theCase, memberIds: ['d1', 'd2'] }],
  'the archive of another clinic': ['clinicArchive', { ...theCase, memberIds: ['d2', 'd9', 'a9'] }],
  'the archive of a clinic without doctors': ['clinicArchive', { ...theCase, memberIds: [] }],
  "the archive of the doctor's clinic for a withdrawn case": [
    'clinicArchive',
    { ...withdrawn, memberIds: ['d1', 'd9'] },
  ],
  'an invited assistant': ['assistant', { doctorId: 'd1', assistantId: null, invitedId: 'a9', over: false }],
  'an assistant': ['assistant', { doctorId: 'd1', assistantId: 'a9', invitedId: null, over: false }],
  'a former assistant': ['assistant', { doctorId: 'd1', assistantId: 'a9', invitedId: null, over: true }],
} as const;

const everyPatient = [
  'read',
  'write',
  'archive',
  'readEpicrisis',
  'readAudit',
  'takeAway',
  'readDocuments',
  'import',
  'readImports',
  'readHealth',
  'writeHealth',
  'invite',
  'allowApp',
];
const everyOwnersCase = [
  'read',
  'write',
  'send',
  'close',
  'handOver',
  'share',
  'takeAway',
  'addressLetters',
  'cancelAppointment',
  'archive',
  'upload',
  'addTodo',
  'sendMessage',
  'allowAssistants',
  'allowPool',
];
/** docs/product.md section 2, written a second time by kind: what the owner and the asked doctor may do. */
const expected: Record<keyof typeof things, { owner: string[]; asked: string[] }> = {
  'a patient with a sent case': { owner: everyPatient, asked: ['read', 'archive', 'readEpicrisis', 'writeEpicrisis'] },
  'a patient without a sent case': { owner: everyPatient, asked: [] },
  'a sent case': {
    owner: everyOwnersCase,
    asked: [
      'read',
      'answer',
      'readPrepared',
      'addressLetters',
      'cancelAppointment',
      'prioritize',
      'askColleague',
      'pool',
      'archive',
      'upload',
      'fetchImages',
      'addTodo',
      'sendMessage',
    ],
  },
  'a draft or withdrawn case': { owner: everyOwnersCase, asked: [] },
  "the patient's sent document": { owner: ['read', 'write', 'archive'], asked: ['read'] },
  "the patient's unsent document": { owner: ['read', 'write', 'archive'], asked: [] },
  'a document of a request': { owner: ['read', 'write', 'archive'], asked: ['read'] },
  "the doctor's document": { owner: ['read', 'write', 'archive'], asked: ['read', 'write', 'archive'] },
  "the doctor's document after the withdrawal": { owner: ['read', 'write', 'archive'], asked: [] },
  "the doctor's ToDo": { owner: ['read', 'complete'], asked: ['read', 'complete', 'write', 'takeBack'] },
  "the patient's ToDo": { owner: ['read', 'complete', 'write', 'takeBack'], asked: ['read', 'complete', 'write'] },
  'a ToDo of a withdrawn case': { owner: ['read', 'complete'], asked: [] },
  "the patient's message": { owner: ['read', 'update', 'write'], asked: ['read', 'update'] },
  "the doctor's message": { owner: ['read', 'update'], asked: ['read', 'update', 'write'] },
  'a message of a withdrawn case': { owner: ['read', 'update'], asked: [] },
  'a letter of the doctor': { owner: [], asked: ['read'] },
  'a second look': { owner: ['decide', 'end'], asked: ['end'] },
  'a second look for another doctor': { owner: ['decide', 'end'], asked: [] },
  'a second look that is over': { owner: ['decide', 'end'], asked: ['end'] },
  'an invitation to read along': { owner: ['change', 'end'], asked: [] },
  'somebody who reads along': { owner: ['change', 'end'], asked: [] },
  'a second look at a withdrawn case': { owner: ['decide', 'end'], asked: [] },
  'a deputy': { owner: ['decide', 'end'], asked: ['end'] },
  'a deputy for another doctor': { owner: ['decide', 'end'], asked: [] },
  'a stay in a pool': { owner: [], asked: [] },
  'a stay in a pool that is over': { owner: [], asked: [] },
  "the archive of the doctor's clinic": { owner: [], asked: ['ask'] },
  "the archive of the doctor's clinic without the deputy": { owner: [], asked: ['ask'] },
  'the archive of another clinic': { owner: [], asked: [] },
  'the archive of a clinic without doctors': { owner: [], asked: [] },
  "the archive of the doctor's clinic for a withdrawn case": { owner: [], asked: [] },
  'an invited assistant': { owner: [], asked: ['manage', 'end'] },
  'an assistant': { owner: [], asked: ['manage', 'end'] },
  'a former assistant': { owner: [], asked: ['manage', 'end'] },
};

const decide = (actor: Actor, name: keyof typeof things) => {
  const [kind, resource] = things[name];
  return Object.keys(accessTable[kind]).filter((action) => can(actor, kind, action as never, resource as never));
};

test.each(Object.keys(things) as (keyof typeof things)[])('%s', (name) => {
  expect(decide(owner, name)).toEqual(
    Object.keys(accessTable[things[name][0]]).filter((action) => expected[name].owner.includes(action)),
  );
  expect(decide(asked, name)).toEqual(
    Object.keys(accessTable[things[name][0]]).filter((action) => expected[name].asked.includes(action)),
  );
  expect(decide(otherPatient, name)).toEqual([]);
  expect(decide(otherDoctor, name)).toEqual([]);
});

const shared = [
  'a patient with a sent case',
  'a patient without a sent case',
  'a sent case',
  'a draft or withdrawn case',
  "the patient's sent document",
  "the patient's unsent document",
] as const;
const deputy: Actor = { accountId: 'd9', role: 'doctor', standsFor: { accountId: 'd1', side: 'doctor' } };
const employee: Actor = { accountId: 'p9', role: 'patient', standsFor: { accountId: 'd1', side: 'doctor' } };
const parent: Actor = { accountId: 'p8', role: 'patient', standsFor: { accountId: 'p1', side: 'patient' } };
test.each(shared)('an actor on one side may do what that side may: %s', (name) => {
  expect(decide(deputy, name)).toEqual(decide(asked, name));
  expect(decide(employee, name)).toEqual(decide(asked, name));
  expect(decide(parent, name)).toEqual(decide(owner, name));
});
test('only authors may change their texts, whichever side they act for', () => {
  expect(decide(deputy, "the doctor's message")).toEqual(['read', 'update']);
  expect(decide({ ...deputy, accountId: 'd1' }, "the doctor's message")).toEqual(['read', 'update', 'write']);
});

const allowedTo = (actor: Actor) =>
  Object.fromEntries(
    (Object.keys(things) as (keyof typeof things)[]).flatMap((name) => {
      const actions = decide(actor, name);
      return actions.length > 0 ? [[name, actions]] : [];
    }),
  );
const standsIn: Actor = {
  accountId: 'd9',
  role: 'doctor',
  standsFor: { accountId: 'd1', side: 'doctor', caseId: 'c1' },
};
test('a deputy answers, writes and reads in their case, and nothing else', () => {
  expect(allowedTo(standsIn)).toEqual({
    'a sent case': [
      'read',
      'answer',
      'readPrepared',
      'addressLetters',
      'upload',
      'fetchImages',
      'addTodo',
      'sendMessage',
    ],
    "the patient's sent document": ['read'],
    'a document of a request': ['read'],
    "the doctor's document": ['read'],
    "the doctor's ToDo": ['read', 'complete', 'write'],
    "the patient's ToDo": ['read', 'complete', 'write'],
    "the patient's message": ['read', 'update'],
    "the doctor's message": ['read', 'update'],
    'a deputy': ['end'],
    'a deputy for another doctor': ['end'],
    "the archive of the doctor's clinic": ['ask'],
  });
});
test.each([
  ['in another case', { ...standsIn, standsFor: { accountId: 'd1', side: 'doctor', caseId: 'c2' } }],
  ['of another doctor', { ...standsIn, standsFor: { accountId: 'd2', side: 'doctor', caseId: 'c1' } }],
] as [string, Actor][])('a deputy has no access %s', (_name, actor) => {
  for (const name of Object.keys(things) as (keyof typeof things)[]) expect(decide(actor, name)).toEqual([]);
});

const assistant: Actor = { ...standsIn, accountId: 'a9', role: 'assistant' };
test('an assistant reads, writes, sorts and drafts in a case, and answers nothing', () => {
  expect(allowedTo(assistant)).toEqual({
    'a sent case': [
      'read',
      'prepareAnswer',
      'readPrepared',
      'prioritize',
      'upload',
      'fetchImages',
      'addTodo',
      'sendMessage',
    ],
    "the patient's sent document": ['read'],
    'a document of a request': ['read'],
    "the doctor's document": ['read'],
    "the doctor's ToDo": ['read', 'complete', 'write'],
    "the patient's ToDo": ['read', 'complete', 'write'],
    "the patient's message": ['read', 'update'],
    "the doctor's message": ['read', 'update'],
    "the archive of the doctor's clinic": ['ask'],
    "the archive of the doctor's clinic without the deputy": ['ask'],
    'an invited assistant': ['answer'],
    'an assistant': ['read', 'end'],
    'a former assistant': ['end'],
  });
});
test.each([
  ['in another case', { ...assistant, standsFor: { accountId: 'd1', side: 'doctor', caseId: 'c2' } }],
  ['of another doctor', { ...assistant, standsFor: { accountId: 'd2', side: 'doctor', caseId: 'c1' } }],
  ['for a doctor as a whole', { ...assistant, standsFor: { accountId: 'd1', side: 'doctor' } }],
  ['without a doctor', { ...assistant, standsFor: undefined }],
] as [string, Actor][])('an assistant has no access %s', (_name, actor) => {
  const own = { 'an invited assistant': ['answer'], 'an assistant': ['read', 'end'], 'a former assistant': ['end'] };
  expect(allowedTo(actor)).toEqual(own);
  expect(allowedTo({ ...actor, accountId: 'a8' })).toEqual({});
});

const colleague: Actor = { accountId: 'd3', role: 'doctor', secondLooks: ['c1'] };
test('a colleague may only read what was sent in the case, and answer the doctor', () => {
  expect(allowedTo(colleague)).toEqual({
    "the patient's sent document": ['read'],
    'a document of a request': ['read'],
    "the doctor's document": ['read'],
    'a second look': ['read', 'answer'],
  });
});
test.each([
  ['after it ended', { accountId: 'd3', role: 'doctor' }],
  ['in another case', { ...colleague, secondLooks: ['c2'] }],
  ['as a patient', { ...colleague, role: 'patient' }],
] as [string, Actor][])('a colleague sees nothing %s', (_name, actor) => {
  for (const name of Object.keys(things) as (keyof typeof things)[]) expect(decide(actor, name)).toEqual([]);
});
test('a colleague reads nothing of a request before it is opened', () => {
  const before = { ...colleague, unopened: ['r1'] };
  expect(decide(before, 'a document of a request')).toEqual([]);
  expect(decide(before, "the patient's sent document")).toEqual(['read']);
});
test("a colleague reads no other colleague's question", () => {
  expect(decide({ ...colleague, accountId: 'd5' }, 'a second look')).toEqual([]);
});

const ofClinic: Actor = { accountId: 'd6', role: 'doctor', pool: { cases: ['c1'], entries: ['e1'] } };
const sentDocuments = {
  "the patient's sent document": ['read'],
  'a document of a request': ['read'],
  "the doctor's document": ['read'],
};
test('a doctor of the clinic only reads, takes or assigns a case in its pool', () => {
  expect(allowedTo(ofClinic)).toEqual({ ...sentDocuments, 'a stay in a pool': ['read', 'take', 'assign'] });
  expect(decide({ ...ofClinic, unopened: ['r1'] }, 'a document of a request')).toEqual([]);
});
test('a doctor of the clinic may ask who took a case, but not open the case', () => {
  expect(allowedTo({ ...ofClinic, pool: { cases: [], entries: ['e2'] } })).toEqual({
    'a stay in a pool that is over': ['read', 'take', 'assign'],
  });
});
test.each([
  ['after it ended', { accountId: 'd6', role: 'doctor' }],
  ['in another case', { ...ofClinic, pool: { cases: ['c2'], entries: ['e3'] } }],
  ['as a patient', { ...ofClinic, role: 'patient' }],
] as [string, Actor][])('a pool gives no access %s', (_name, actor) => {
  expect(allowedTo(actor)).toEqual({});
});

const readsAlong: Actor = {
  accountId: 'p7',
  role: 'patient',
  reading: { readers: ['r1'], invitations: [], cases: ['c1'], waiting: [] },
};
test('a reader may read what was sent and end the access, nothing else', () => {
  // Sent and unsent cases are told apart where the ids of the cases come from (readers.ts).
  expect(allowedTo(readsAlong)).toEqual({
    'a sent case': ['readAlong'],
    'a draft or withdrawn case': ['readAlong'],
    "the patient's sent document": ['read'],
    'a document of a request': ['read'],
    "the doctor's document": ['read'],
    "the doctor's document after the withdrawal": ['read'],
    'an invitation to read along': ['read'],
    'somebody who reads along': ['read', 'end'],
  });
});
test.each([
  ['after it ended', { accountId: 'p9', role: 'patient' }],
  [
    'in another case',
    { ...readsAlong, accountId: 'p9', reading: { readers: [], invitations: [], cases: ['c2'], waiting: [] } },
  ],
  ['as a doctor', { ...readsAlong, role: 'doctor' }],
] as [string, Actor][])('reading along gives no access %s', (_name, actor) => {
  expect(allowedTo(actor)).toEqual({});
});

const acts: Actor = { accountId: 'p7', role: 'patient', standsFor: { accountId: 'p1', side: 'patient', caseId: 'c1' } };
test('acting for the owner allows writing in the case, but no sending or deciding', () => {
  const inCase = ['read', 'write', 'cancelAppointment', 'upload', 'addTodo', 'sendMessage'];
  const todo = ['read', 'complete'];
  expect(allowedTo(acts)).toEqual({
    'a sent case': inCase,
    'a draft or withdrawn case': inCase,
    "the patient's sent document": ['read'],
    "the patient's unsent document": ['read'],
    'a document of a request': ['read'],
    "the doctor's document": ['read'],
    "the doctor's document after the withdrawal": ['read'],
    "the doctor's ToDo": todo,
    "the patient's ToDo": todo,
    'a ToDo of a withdrawn case': todo,
    "the patient's message": ['read', 'update'],
    "the doctor's message": ['read', 'update'],
    'a message of a withdrawn case': ['read', 'update'],
    'somebody who reads along': ['end'],
  });
});
test.each([
  ['in another case', { ...acts, standsFor: { accountId: 'p1', side: 'patient', caseId: 'c2' } }],
  ['of another owner', { ...acts, standsFor: { accountId: 'p2', side: 'patient', caseId: 'c1' } }],
  ['on the doctor’s side', { ...acts, standsFor: { accountId: 'p1', side: 'doctor', caseId: 'c1' } }],
] as [string, Actor][])('acting for the owner gives no access %s', (_name, actor) => {
  expect(allowedTo({ ...actor, accountId: 'p8' })).toEqual({});
});
test('an invited account may only accept or decline the invitation', () => {
  const invited: Actor = {
    accountId: 'p9',
    role: 'patient',
    reading: { readers: [], invitations: ['r1'], cases: [], waiting: [] },
  };
  expect(allowedTo(invited)).toEqual({
    'an invitation to read along': ['answer'],
    'somebody who reads along': ['answer'],
  });
});

test('an app reads one person, and nothing that belongs to no person', () => {
  const all = Object.keys(allowedTo(owner));
  const person = (name: string) => !/assistant|reads along|read along|letter of the doctor/.test(name);
  expect(Object.keys(allowedTo({ ...owner, onlyPatientId: 'a1' }))).toEqual(all.filter(person));
  expect(allowedTo({ ...owner, onlyPatientId: 'a2' })).toEqual({});
});

test('a doctor whose account has the id of a patient account is not an owner', () => {
  for (const name of Object.keys(things) as (keyof typeof things)[])
    expect(decide({ accountId: 'p1', role: 'doctor' }, name)).toEqual([]);
});

test('denies what the table does not list', () => {
  for (const kind of Object.keys(accessTable) as ResourceKind[])
    expect(can(owner, kind, 'constructor' as never, theCase as never)).toBe(false);
});

test('a client of a clinic reaches only cases of its doctors, for a doctor who belongs to it', () => {
  const looking = { ...asked, secondLooks: ['c2'] };
  const ofOther = { ...theCase, caseId: 'c2', doctorId: 'd2', uploadedBy: 'p1', sent: true, requestId: null };
  const onlyClinic = { id: 'k1', doctorIds: ['d1', 'd3'] };
  const patient = { patientId: 'a1', accountId: 'p1', doctorIds: ['d1'] };
  expect(can({ ...looking, onlyClinic }, 'case', 'read', theCase)).toBe(true);
  expect(can({ ...looking, onlyClinic }, 'patient', 'read', patient)).toBe(true);
  expect(can(looking, 'document', 'read', ofOther)).toBe(true);
  expect(can({ ...looking, onlyClinic }, 'document', 'read', ofOther)).toBe(false);
  const left = { ...asked, onlyClinic: { id: 'k1', doctorIds: ['d3'] } };
  expect(can(left, 'case', 'read', theCase)).toBe(false);
  expect(can(left, 'patient', 'read', { ...patient, doctorIds: ['d1', 'd3'] })).toBe(false);
});
