import type { TimelineEntry } from '@konsil/contracts/cases';
import type { TodoTitle } from '@konsil/contracts/codes';
import { writtenBy, type Names } from '@konsil/server-domain/names/names';
import { and, asc, desc, eq, inArray, notInArray } from 'drizzle-orm';
import { withdrawable } from '@konsil/server-domain/sendings/opened';
import {
  absences,
  caseEvents,
  caseFormVersions,
  casePeople,
  casePools,
  clinics,
  messages,
  todos,
} from '@konsil/server-domain/schema';
import { toAway } from '@konsil/server-domain/doctors/absences';
import { can } from '@konsil/server-domain/access/access';
import { iso } from '@konsil/server-platform/clock';
import { messageResource, todoResource, type CaseRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { markShown } from '@konsil/server-messages/messages.queries';
import { topicsOf } from './form-versions.ts';
import { isOn } from '@konsil/server-domain/access/sides';
import type { TimelineKind } from '@konsil/server-domain/cases/timeline';
import { messageTexts } from '@konsil/server-domain/sealed/message';
import { todoTexts } from '@konsil/server-domain/sealed/todo';

const aboutTodos: TimelineKind[] = ['todo_added', 'todo_done', 'todo_dropped'];
/** Entries that name a colleague of the doctor; a colleague's own names them as its author. */
const aboutColleagues: TimelineKind[] = [
  'second_look_asked',
  'second_look_agreed',
  'second_look_refused',
  'second_look_ended',
  'deputy_asked',
  'deputy_agreed',
  'deputy_refused',
  'deputy_ended',
];
/** Entries that name the clinic, or who took the case. */
const aboutPools: TimelineKind[] = ['pool_put', 'pool_taken', 'pool_left'];
/** Timeline entries that can be withdrawn until they are opened. */
const sendings: string[] = ['request_sent', 'answer_sent', 'message_sent'] satisfies TimelineKind[];
const ofKind = (...kinds: TimelineKind[]) => inArray(caseEvents.kind, kinds);

/** The timeline of a case that its reader may see, oldest first, joined with messages, ToDos and form changes. */
export const timelineRows = ({ tx, actor }: Work, caseId: string) =>
  tx
    .select({
      event: caseEvents,
      message: {
        id: messages.id,
        senderId: messages.senderId,
        senderRole: messages.senderRole,
        shownAt: messages.shownAt,
        sealed: messages.sealed,
      },
      todo: { createdBy: todos.createdBy, titleCode: todos.titleCode, sealed: todos.sealed },
      absence: { startsOn: absences.startsOn, endsOn: absences.endsOn },
      reader: { accountId: casePeople.accountId },
      takenBy: casePools.takenBy,
      clinic: clinics.name,
      forms: { changedAt: caseFormVersions.changedAt, sealed: caseFormVersions.sealed },
    })
    .from(caseEvents)
    .leftJoin(
      messages,
      and(ofKind('message_sent'), eq(messages.id, caseEvents.refId), eq(messages.caseId, caseEvents.caseId)),
    )
    .leftJoin(todos, and(ofKind(...aboutTodos), eq(todos.id, caseEvents.refId), eq(todos.caseId, caseEvents.caseId)))
    .leftJoin(absences, and(ofKind('doctor_away'), eq(absences.id, caseEvents.refId)))
    .leftJoin(casePeople, and(ofKind(...aboutColleagues), eq(casePeople.id, caseEvents.refId)))
    .leftJoin(casePools, and(ofKind(...aboutPools), eq(casePools.id, caseEvents.refId)))
    .leftJoin(clinics, eq(clinics.id, casePools.clinicId))
    .leftJoin(
      caseFormVersions,
      and(
        ofKind('forms_changed'),
        eq(caseFormVersions.id, caseEvents.refId),
        eq(caseFormVersions.caseId, caseEvents.caseId),
      ),
    )
    .where(and(eq(caseEvents.caseId, caseId), isOn(actor, 'doctor') ? eq(caseEvents.patientOnly, false) : undefined))
    // At the same time, first the event, then the ToDos it created or settled.
    .orderBy(asc(caseEvents.at), desc(notInArray(caseEvents.kind, aboutTodos)), asc(caseEvents.seq));
export type TimelineRow = Awaited<ReturnType<typeof timelineRows>>[number];

/** The title of an entry's message or ToDo, if the reader may read it. */
const subjectOf = async (
  { tx, actor, kernel: { vault } }: Work,
  theCase: CaseRow,
  { message, todo }: Pick<TimelineRow, 'message' | 'todo'>,
): Promise<Pick<TimelineEntry, 'subject' | 'title_code'>> => {
  if (message && can(actor, 'message', 'read', messageResource(message, theCase))) {
    const { subject } = await vault.open(tx, theCase.patientId, messageTexts, message.sealed);
    return { subject, title_code: null };
  }
  if (todo && can(actor, 'todo', 'read', todoResource(todo, theCase))) {
    const { title } = await vault.open(tx, theCase.patientId, todoTexts, todo.sealed);
    return { subject: title, title_code: todo.titleCode as TodoTitle };
  }
  return { subject: null, title_code: null };
};

/** Serializes the timeline with the subjects of messages; `names` maps accounts to names. */
export const showTimeline = async (
  work: Work,
  theCase: CaseRow,
  rows: readonly TimelineRow[],
  names: Names,
): Promise<TimelineEntry[]> => {
  const shown = await markShown(
    work,
    rows.flatMap(({ message }) => message ?? []),
  );
  const unopened = await withdrawable(
    work.tx,
    work.actor,
    rows.flatMap(({ event: { kind, refId, byAccountId } }) =>
      sendings.includes(kind) && refId && byAccountId === work.actor.accountId ? refId : [],
    ),
  );
  return Promise.all(
    rows.map(
      async ({ event, message, todo, absence, reader, takenBy, clinic, forms }): Promise<TimelineEntry> => ({
        id: event.id,
        kind: event.kind as TimelineKind,
        at: iso(event.at),
        ref_id: event.refId,
        count: event.count,
        ...(await subjectOf(work, theCase, { message: (message && shown.get(message.id)) ?? message, todo })),
        ...(clinic !== null
          ? { subject: (event.kind === 'pool_taken' && takenBy && names.get(takenBy)) || clinic }
          : {}),
        ...(reader ? { subject: names.get(reader.accountId) ?? null } : {}),
        ...(event.refId && sendings.includes(event.kind) && unopened.has(event.refId) ? { withdrawable: true } : {}),
        ...(absence ? { away: toAway(absence) } : {}),
        ...(forms ? { topics: await topicsOf(work, theCase, forms) } : {}),
        by:
          event.byRole === 'system'
            ? { role: event.byRole, name: '', mine: false }
            : {
                role: event.byRole,
                ...writtenBy(names, event.byAccountId, { side: event.byRole, ownerId: theCase.accountId }),
                mine: event.byAccountId === work.actor.accountId,
              },
      }),
    ),
  );
};
