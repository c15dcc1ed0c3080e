import type { ChangeType } from '@konsil/contracts/codes';
import type { LiveEvent } from '@konsil/contracts/events';

export const tagTypes = [
  'Account',
  'Settings',
  'Sessions',
  'Passkeys',
  'Identities',
  'Consents',
  'Patients',
  'Patient',
  'Doctors',
  'Absences',
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
  'Shares',
  'Readers',
  'Assistants',
  'Imports',
  'Referrals',
  'Systems',
  'Apps',
  'Console',
  'Legal',
] as const;
export type TagType = (typeof tagTypes)[number];
export interface Tag {
  type: TagType;
  id?: string;
}

/** The tag id of lists over all cases. */
export const allCasesTagId = 'EVERYWHERE';

const of = (type: TagType, id: string | undefined): Tag => (id === undefined ? { type } : { type, id });

type Change = Pick<LiveEvent, 'case_id' | 'patient_id' | 'ref_id'>;

const documentLists = ({ case_id }: Change): Tag[] => [
  of('Documents', case_id),
  { type: 'Documents', id: allCasesTagId },
];
const inCase = ({ case_id }: Change): Tag[] => [of('Case', case_id), { type: 'Cases' }];
// Sending a case and handing it over give a doctor access, or remove it.
const conversation = (change: Change): Tag[] => [
  ...inCase(change),
  { type: 'Consents' },
  ...documentLists(change),
  of('Todos', change.case_id),
  { type: 'Todos', id: allCasesTagId },
  { type: 'Patients' },
];
// A patient's message brings them back into their doctor's list.
const messages = (change: Change): Tag[] => [
  ...inCase(change),
  of('Messages', change.case_id),
  { type: 'Messages', id: allCasesTagId },
  { type: 'Patients' },
];

const documents = (change: Change): Tag[] => [
  ...inCase(change),
  ...documentLists(change),
  of('Document', change.ref_id),
];

const changed: Record<ChangeType, (change: Change) => Tag[]> = {
  // The reader may have lost access: the patient's data is refetched, too.
  case: (change) => [
    ...conversation(change),
    of('Patient', change.patient_id),
    of('Epicrisis', change.patient_id),
    of('Messages', change.case_id),
    { type: 'Messages', id: allCasesTagId },
    { type: 'Search' },
  ],
  document: documents,
  document_added: documents,
  document_prepared: (change) => [of('Case', change.case_id), ...documentLists(change), of('Document', change.ref_id)],
  todo: (change) => [...inCase(change), of('Todos', change.case_id), { type: 'Todos', id: allCasesTagId }],
  message: messages,
  message_read: messages,
  request: conversation,
  answer: conversation,
  question: conversation,
  answer_read: inCase,
  appointment_cancelled: conversation,
  // The other side has opened it, so it can no longer be withdrawn.
  sending: (change) => [
    { type: 'Sendings' },
    ...(change.case_id
      ? [of('Case', change.case_id), of('Messages', change.case_id), { type: 'Messages' as const, id: allCasesTagId }]
      : []),
  ],
  // The dashboard mentions a released one.
  epicrisis: (change) => [
    of('Epicrisis', change.patient_id),
    of('Patient', change.patient_id),
    { type: 'Cases' },
    ...(change.case_id ? inCase(change) : []),
  ],
  // The patient's name is shown with everything they wrote and own.
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
    // The list of people who read the person along may have changed.
    { type: 'Readers' },
  ],
  audit: (change) => [of('Audit', change.patient_id)],
  account: () => [
    { type: 'Account' },
    { type: 'Settings' },
    { type: 'Sessions' },
    { type: 'Passkeys' },
    { type: 'Identities' },
    { type: 'Consents' },
  ],
  resync: () => tagTypes.map((type) => ({ type })),
};

/** The cache tags invalidated by a change, here or elsewhere: shared by mutations and live events. */
export const tagsChangedBy = (type: ChangeType, change: Change = {}): Tag[] => changed[type](change);
