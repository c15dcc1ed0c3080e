import type { ChangeType } from '@konsil/contracts/codes';
import type { LiveEvent } from '@konsil/contracts/events';

export const tagTypes = [
  'Account',
  'Settings',
  'Sessions',
  'Consents',
  'Patients',
  'Patient',
  'Doctors',
  'Cases',
  'Case',
  'Documents',
  'Document',
  'Todos',
  'Messages',
  'Epicrisis',
  'Audit',
  'Search',
  'Snippets',
  'Sendings',
] as const;
export type TagType = (typeof tagTypes)[number];
export interface Tag {
  type: TagType;
  id?: string;
}

/** The id of lists that go over all cases. */
export const everywhere = 'EVERYWHERE';

const of = (type: TagType, id: string | undefined): Tag => (id === undefined ? { type } : { type, id });

type Change = Pick<LiveEvent, 'case_id' | 'patient_id' | 'ref_id'>;

const inCase = ({ case_id }: Change): Tag[] => [of('Case', case_id), { type: 'Cases' }];
// Sending a case and handing it over allow a doctor to see it, or no longer.
const conversation = (change: Change): Tag[] => [
  ...inCase(change),
  { type: 'Consents' },
  of('Documents', change.case_id),
  of('Todos', change.case_id),
  { type: 'Todos', id: everywhere },
  { type: 'Patients' },
];
// A patient's message brings them back into their doctor's list.
const messages = (change: Change): Tag[] => [
  ...inCase(change),
  of('Messages', change.case_id),
  { type: 'Messages', id: everywhere },
  { type: 'Patients' },
];

const documents = (change: Change): Tag[] => [
  ...inCase(change),
  of('Documents', change.case_id),
  of('Document', change.ref_id),
];

const changed: Record<ChangeType, (change: Change) => Tag[]> = {
  // It may have ended for the reader: also what hangs on the patient is asked for again.
  case: (change) => [
    ...conversation(change),
    of('Patient', change.patient_id),
    of('Epicrisis', change.patient_id),
    of('Messages', change.case_id),
    { type: 'Messages', id: everywhere },
    { type: 'Search' },
  ],
  document: documents,
  document_added: documents,
  document_prepared: (change) => [
    of('Case', change.case_id),
    of('Documents', change.case_id),
    of('Document', change.ref_id),
  ],
  todo: (change) => [...inCase(change), of('Todos', change.case_id), { type: 'Todos', id: everywhere }],
  message: messages,
  message_read: messages,
  request: conversation,
  answer: conversation,
  question: conversation,
  answer_read: inCase,
  appointment_cancelled: conversation,
  sending: () => [{ type: 'Sendings' }],
  // The first page tells of one that was released.
  epicrisis: (change) => [
    of('Epicrisis', change.patient_id),
    of('Patient', change.patient_id),
    { type: 'Cases' },
    ...(change.case_id ? inCase(change) : []),
  ],
  // Their name stands beside all that they wrote, and beside all that is theirs.
  patient: (change) => [
    of('Patient', change.patient_id),
    of('Epicrisis', change.patient_id),
    { type: 'Patients' },
    { type: 'Cases' },
    { type: 'Case' },
    { type: 'Messages' },
    { type: 'Todos' },
    { type: 'Documents' },
    { type: 'Search' },
    { type: 'Account' },
  ],
  audit: (change) => [of('Audit', change.patient_id)],
  account: () => [{ type: 'Account' }, { type: 'Settings' }, { type: 'Sessions' }, { type: 'Consents' }],
  resync: () => tagTypes.map((type) => ({ type })),
};

/** What is no longer fresh after something changed, here or elsewhere: mutations and live events use the same list. */
export const staleAfter = (type: ChangeType, change: Change = {}): Tag[] => changed[type](change);
