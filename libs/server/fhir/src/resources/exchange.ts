import type { Message } from '@konsil/contracts/messages';
import type { Todo } from '@konsil/contracts/todos';
import type { Communication, Task } from 'fhir/r4';
import { filled, latest, personOf, referenceTo, versioned, type Telling } from '../telling.ts';
import { words } from '../words.ts';
import { patientOf } from './case.ts';

/**
 * A message. Both sides are given by name: the patient's side may be a proxy, and the case may have another doctor now.
 */
export const toCommunication = (message: Message): Communication =>
  versioned<Communication>({
    resourceType: 'Communication',
    id: message.id,
    meta: { lastUpdated: latest(message.sent_at, message.edited_at, message.read_at) },
    basedOn: [referenceTo('ServiceRequest', message.case_id, message.case_name)],
    status: 'completed',
    subject: patientOf(message),
    topic: { text: message.subject },
    sent: message.sent_at,
    ...(message.read_at ? { received: message.read_at } : {}),
    sender: personOf(message.sender),
    recipient: [personOf(message.to)],
    payload: [
      { contentString: message.message },
      ...message.document_ids.map((id) => ({ contentReference: referenceTo('DocumentReference', id) })),
    ],
  });

const priorities: Record<Todo['priority'], Task['priority']> = {
  high: 'urgent',
  normal: 'routine',
  low: 'routine',
  undefined: undefined,
};
const statusOf = ({ completed_at, dropped }: Todo): Task['status'] =>
  completed_at === null ? 'requested' : dropped ? 'cancelled' : 'completed';

/** A ToDo. Its owner is given as a side, because several people may act for one. */
export const toTask = (todo: Todo, { locale }: Telling): Task => {
  const priority = priorities[todo.priority];
  return versioned<Task>({
    resourceType: 'Task',
    id: todo.id,
    basedOn: [referenceTo('ServiceRequest', todo.case_id, todo.case_name)],
    status: statusOf(todo),
    intent: 'order',
    ...(priority ? { priority } : {}),
    code: { text: todo.title },
    ...(filled(todo.content) ? { description: todo.content } : {}),
    for: patientOf(todo),
    authoredOn: todo.created_at,
    requester: personOf(todo.created_by),
    performerType: [{ text: words[locale].sides[todo.assignee] }],
    ...(todo.completed_at && !todo.dropped ? { executionPeriod: { end: todo.completed_at } } : {}),
    restriction: { period: { end: todo.deadline } },
  });
};
