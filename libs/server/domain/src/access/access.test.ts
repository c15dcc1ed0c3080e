import { accessTable, can, type Actor, type ResourceKind } from './access.ts';

const owner: Actor = { accountId: 'p1', role: 'patient' };
const otherPatient: Actor = { accountId: 'p2', role: 'patient' };
const asked: Actor = { accountId: 'd1', role: 'doctor' };
const otherDoctor: Actor = { accountId: 'd2', role: 'doctor' };
const theCase = { caseId: 'c1', accountId: 'p1', doctorId: 'd1', sharedWithDoctor: true };
const withdrawn = { ...theCase, sharedWithDoctor: false };

const things = {
  'a patient with a sent case': ['patient', { accountId: 'p1', doctorIds: ['d1'] }],
  'a patient without a sent case': ['patient', { accountId: 'p1', doctorIds: [] }],
  'a sent case': ['case', theCase],
  'a draft or withdrawn case': ['case', withdrawn],
  "the patient's sent document": ['document', { ...theCase, uploadedBy: 'p1', sent: true }],
  "the patient's unsent document": ['document', { ...theCase, uploadedBy: 'p1', sent: false }],
  "the doctor's document": ['document', { ...theCase, uploadedBy: 'd1', sent: true }],
  "the doctor's document after the withdrawal": ['document', { ...withdrawn, uploadedBy: 'd1', sent: true }],
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
  'a second look at a withdrawn case': ['secondLook', { ...withdrawn, askedBy: 'd1', readerId: 'd3', over: false }],
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
];
const everyOwnersCase = [
  'read',
  'write',
  'send',
  'close',
  'handOver',
  'share',
  'takeAway',
  'cancelAppointment',
  'archive',
  'upload',
  'addTodo',
  'sendMessage',
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
      'cancelAppointment',
      'prioritize',
      'askColleague',
      'archive',
      'upload',
      'addTodo',
      'sendMessage',
    ],
  },
  'a draft or withdrawn case': { owner: everyOwnersCase, asked: [] },
  "the patient's sent document": { owner: ['read', 'write', 'archive'], asked: ['read'] },
  "the patient's unsent document": { owner: ['read', 'write', 'archive'], asked: [] },
  "the doctor's document": { owner: ['read', 'write', 'archive'], asked: ['read', 'write', 'archive'] },
  "the doctor's document after the withdrawal": { owner: ['read', 'write', 'archive'], asked: [] },
  "the doctor's ToDo": { owner: ['read', 'complete'], asked: ['read', 'complete', 'write'] },
  "the patient's ToDo": { owner: ['read', 'complete', 'write'], asked: ['read', 'complete', 'write'] },
  'a ToDo of a withdrawn case': { owner: ['read', 'complete'], asked: [] },
  "the patient's message": { owner: ['read', 'update', 'write'], asked: ['read', 'update'] },
  "the doctor's message": { owner: ['read', 'update'], asked: ['read', 'update', 'write'] },
  'a message of a withdrawn case': { owner: ['read', 'update'], asked: [] },
  'a letter of the doctor': { owner: [], asked: ['read'] },
  'a second look': { owner: ['decide', 'end'], asked: ['end'] },
  'a second look for another doctor': { owner: ['decide', 'end'], asked: [] },
  'a second look that is over': { owner: ['decide', 'end'], asked: ['end'] },
  'a second look at a withdrawn case': { owner: ['decide', 'end'], asked: [] },
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
const assistant: Actor = { accountId: 'p9', role: 'patient', standsFor: { accountId: 'd1', side: 'doctor' } };
const parent: Actor = { accountId: 'p8', role: 'patient', standsFor: { accountId: 'p1', side: 'patient' } };
test.each(shared)('whoever stands for one side of it may do what that side may: %s', (name) => {
  expect(decide(deputy, name)).toEqual(decide(asked, name));
  expect(decide(assistant, name)).toEqual(decide(asked, name));
  expect(decide(parent, name)).toEqual(decide(owner, name));
});
test('what somebody wrote stays theirs to change, whoever they stand for', () => {
  expect(decide(deputy, "the doctor's message")).toEqual(['read', 'update']);
  expect(decide({ ...deputy, accountId: 'd1' }, "the doctor's message")).toEqual(['read', 'update', 'write']);
});

const colleague: Actor = { accountId: 'd3', role: 'doctor', secondLooks: ['c1'] };
test('a colleague reads what was sent in the case, answers the doctor, and nothing else', () => {
  const allowed = Object.fromEntries(
    (Object.keys(things) as (keyof typeof things)[]).flatMap((name) => {
      const actions = decide(colleague, name);
      return actions.length > 0 ? [[name, actions]] : [];
    }),
  );
  expect(allowed).toEqual({
    "the patient's sent document": ['read'],
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
test("a colleague reads no other colleague's question", () => {
  expect(decide({ ...colleague, accountId: 'd5' }, 'a second look')).toEqual([]);
});

test("a doctor whose account has a patient account's id is no owner", () => {
  for (const name of Object.keys(things) as (keyof typeof things)[])
    expect(decide({ accountId: 'p1', role: 'doctor' }, name)).toEqual([]);
});

test('denies what the table does not list', () => {
  for (const kind of Object.keys(accessTable) as ResourceKind[])
    expect(can(owner, kind, 'constructor' as never, theCase as never)).toBe(false);
});
