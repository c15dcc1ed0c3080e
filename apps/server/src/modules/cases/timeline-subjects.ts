import type { TimelineEntry } from '@konsil/contracts/cases';
import type { TodoTitle } from '@konsil/contracts/codes';
import { and, eq, inArray } from 'drizzle-orm';
import { messages, todos } from '../../db/schema';
import { can } from '../../kernel/access.ts';
import { messageResource, todoResource, type CaseRow } from '../../kernel/loaders.ts';
import type { Work } from '../../kernel/work.ts';
import type { CaseEventRow, TimelineKind } from './timeline.ts';

export type Subject = Pick<TimelineEntry, 'subject' | 'title_code'>;

const refsOf = (events: readonly CaseEventRow[], ...kinds: TimelineKind[]) =>
  [...new Set(events.flatMap(({ kind, refId }) => (refId && kinds.some((one) => one === kind) ? [refId] : [])))];

/** What the messages and ToDos of a timeline are called, by their id: those that its reader may read. */
export const subjectsOf = async ({ tx, actor, kernel: { vault } }: Work, theCase: CaseRow, events: readonly CaseEventRow[]): Promise<ReadonlyMap<string, Subject>> => {
  const written = await tx.select().from(messages).where(and(eq(messages.caseId, theCase.id), inArray(messages.id, refsOf(events, 'message_sent'))));
  const asked = await tx.select().from(todos).where(and(eq(todos.caseId, theCase.id), inArray(todos.id, refsOf(events, 'todo_added', 'todo_done'))));
  const named: Promise<[string, Subject]>[] = [
    ...written.filter((row) => can(actor, 'message', 'read', messageResource(row, theCase))).map(async (row): Promise<[string, Subject]> => {
      const { subject } = await vault.open<{ subject: string }>(tx, row.patientId, row.sealed);
      return [row.id, { subject, title_code: null }];
    }),
    ...asked.filter((row) => can(actor, 'todo', 'read', todoResource(row, theCase))).map(async (row): Promise<[string, Subject]> => {
      const { title } = await vault.open<{ title: string }>(tx, row.patientId, row.sealed);
      return [row.id, { subject: title, title_code: row.titleCode as TodoTitle }];
    }),
  ];
  return new Map(await Promise.all(named));
};
