import { otherSide } from '../../cases/case-scope.ts';
import { isPrivate, newTodo, reachesAssignee, reachesOther, toBothSides } from '../common-effects.ts';
import type { EffectsOfSteps } from '../record.ts';

/** Messages and ToDos. */
export const conversationEffects = {
  message_sent: {
    webhook: null,
    settles: null,
    activity: reachesOther,
    search: null,
    timeline: ({ messageId }) => ({ kind: 'message_sent', refId: messageId }),
    live: ({ theCase, messageId }) => toBothSides('message', theCase, messageId),
    notice: ({ theCase, messageId }, by) => ({
      accountId: otherSide(by, theCase),
      kind: 'message',
      caseId: theCase.id,
      messageId,
    }),
  },
  message_edited: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ theCase, messageId }) => toBothSides('message', theCase, messageId),
    notice: null,
  },
  message_read: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ theCase, messageId }) => toBothSides('message_read', theCase, messageId),
    notice: null,
  },
  todo_added: {
    webhook: null,
    settles: null,
    activity: reachesAssignee,
    search: null,
    timeline: ({ theCase, todoId }) => ({ kind: 'todo_added', refId: todoId, patientOnly: isPrivate(theCase) }),
    live: ({ theCase, todoId }) => toBothSides('todo', theCase, todoId),
    notice: newTodo,
  },
  todo_edited: {
    webhook: null,
    settles: null,
    activity: reachesAssignee,
    search: null,
    timeline: null,
    live: ({ theCase, todoId }) => toBothSides('todo', theCase, todoId),
    notice: (step, by) => (step.reassigned ? newTodo(step, by) : null),
  },
  todo_done: {
    webhook: null,
    settles: null,
    activity: () => ({ moves: 'case_and_patient' }),
    search: null,
    timeline: ({ theCase, todoId }) => ({ kind: 'todo_done', refId: todoId, patientOnly: isPrivate(theCase) }),
    live: ({ theCase, todoId }) => toBothSides('todo', theCase, todoId),
    notice: null,
  },
  todo_reopened: {
    webhook: null,
    settles: null,
    activity: reachesAssignee,
    search: null,
    timeline: ({ todoId, wasDropped }) => ({
      kind: wasDropped ? 'todo_dropped' : 'todo_done',
      refId: todoId,
      takesBack: true,
    }),
    live: ({ theCase, todoId }) => toBothSides('todo', theCase, todoId),
    notice: null,
  },
  todo_taken_back: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: ({ theCase, todoId }) => ({ kind: 'todo_dropped', refId: todoId, patientOnly: isPrivate(theCase) }),
    live: ({ theCase, todoId }) => toBothSides('todo', theCase, todoId),
    // A notice that was not sent yet is left out, because the ToDo is no longer open.
    notice: null,
  },
  // The step that settles it tells the open pages.
  todo_settled: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: ({ theCase, todoId, as }) =>
      as === 'completed'
        ? { kind: 'todo_done', refId: todoId, patientOnly: isPrivate(theCase) }
        : { kind: 'todo_dropped', refId: todoId },
    live: null,
    notice: null,
  },
  todos_due: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: null,
    notice: ({ accountId, todoIds }) => ({ accountId, kind: 'todo_due', refIds: todoIds }),
  },
} as const satisfies Partial<EffectsOfSteps>;
