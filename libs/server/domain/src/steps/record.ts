import type { TodoTitle } from '@konsil/contracts/codes';
import type { PatientFields } from '@konsil/contracts/patients';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { cases, doctorPatients, todos } from '../schema.ts';
import { assistantsNow, deputiesNow } from '../access/colleagues.ts';
import { caseResource, type CaseRow } from '../access/loaders.ts';
import { actingNow } from '../access/readers.ts';
import type { ActingAccount, Side } from '../access/sides.ts';
import { reindexCase, reindexCases } from '../cases/case-texts.ts';
import {
  addToTimeline,
  joinTimeline,
  removeFromTimeline,
  type NewEntry,
  type TimelineKind,
} from '../cases/timeline.ts';
import { publish, type NewEvent } from '../events/events.ts';
import type { SystemWork } from '../kernel/work.ts';
import { notifyPerson, type News } from '../notices/notices.ts';
import { tellWebhooks, type Hook } from '../webhooks/tell-webhooks.ts';
import { effects } from './effects.ts';
import type { Step, StepName, Steps } from './steps.ts';

/** The actor of the step; `system`: the portal, about somebody's account. */
export type StepActor = ActingAccount;
/**
 * The way a case moves up in lists by activity: alone, or with its patient in the doctor's list. A change that a reader
 * should see removes it from their archive.
 */
export interface Activity {
  moves: 'case' | 'case_and_patient';
  reaches?: Side;
}
/**
 * An entry of the timeline; `joins`: it extends the last entry, if that is as recent; `takesBack`: the entry no longer
 * holds.
 */
export type TimelineEffect =
  | (NewEntry & { joins?: never; takesBack?: never })
  | (NewEntry & { count: number; joins: true; takesBack?: never })
  | { kind: TimelineKind; refId: string; takesBack: true };
export interface LiveEffect {
  to: readonly string[];
  event: NewEvent;
}
export interface Settled {
  todo: TodoTitle;
  as: 'completed' | 'dropped';
}
/** Texts of a case are found by the name of the case, and by its patient. */
export type SearchEffect = { theCase: CaseRow; name: string } | { patientId: string; patient: PatientFields };

/** Every column is declared for every step: null where there is no such effect. */
export interface Effects<S> {
  /** Events for other systems, if the operator registered them. */
  webhook: null | ((step: S) => readonly Hook[]);
  /** ToDos of the case that the step does, or makes needless. */
  settles: null | ((step: S) => readonly Settled[]);
  activity: null | ((step: S, by: StepActor) => Activity | null);
  search: null | ((step: S) => SearchEffect | null);
  timeline: null | ((step: S, by: StepActor) => TimelineEffect | null);
  /** Events for open pages. */
  live: null | ((step: S, by: StepActor) => readonly LiveEffect[]);
  /** Recipient and kind of the e-mail or SMS. */
  notice: null | ((step: S, by: StepActor) => News | null);
}

/** A row for each step. */
export type EffectsOfSteps = { [K in StepName]: Effects<Steps[K]> };

interface Recording {
  tx: Tx;
  now: Date;
  actor: StepActor;
}
type Telling = Recording & { kernel: SystemWork['kernel'] };
/**
 * Only a step that sends a notice, tells other systems or changes the search index needs keys and settings. A step that
 * only updates open pages needs no time.
 */
export type RecordingOf<K extends StepName> = (typeof effects)[K]['notice' | 'search' | 'webhook'] extends null
  ? (typeof effects)[K]['settles' | 'activity' | 'timeline'] extends null
    ? Omit<Recording, 'now'> & { now?: Date }
    : Recording
  : Telling;

const columnOf = { patient: 'archivedByPatientAt', doctor: 'archivedByDoctorAt' } as const;
const act = async ({ tx, now }: Recording, theCase: CaseRow, { moves, reaches }: Activity): Promise<void> => {
  await tx
    .update(cases)
    .set({
      lastActivityAt: now,
      ...(reaches && { [columnOf[reaches]]: null }),
      // The patient wrote: a case that was put off comes back at once.
      ...(reaches === 'doctor' && { snoozedUntil: null }),
    })
    .where(eq(cases.id, theCase.id));
  if (moves === 'case' || !caseResource(theCase).sharedWithDoctor) return;
  await tx
    .update(doctorPatients)
    .set({ lastActivityAt: now, ...(reaches === 'doctor' && { archivedAt: null }) })
    .where(and(eq(doctorPatients.doctorId, theCase.doctorId), eq(doctorPatients.patientId, theCase.patientId)));
};

const settle = async (work: Recording, theCase: CaseRow, { todo, as }: Settled): Promise<void> => {
  const open = await work.tx
    .update(todos)
    .set({
      completedAt: work.now,
      version: sql`${todos.version} + 1`,
      ...(as === 'dropped' && { dropped: true }),
    })
    .where(and(eq(todos.caseId, theCase.id), eq(todos.titleCode, todo), isNull(todos.completedAt)))
    .returning({ id: todos.id });
  for (const { id } of open) await record(work, { step: 'todo_settled', theCase, todoId: id, as });
};

const reindex = ({ tx, kernel: { vault } }: Telling, renamed: SearchEffect): Promise<void> =>
  'theCase' in renamed
    ? reindexCase(tx, vault, renamed.theCase, renamed.name)
    : reindexCases(tx, vault, renamed.patientId, renamed.patient);

const writeTimeline = (work: Recording, theCase: CaseRow, entry: TimelineEffect): Promise<void> => {
  if (entry.takesBack) return removeFromTimeline(work, theCase, entry);
  return entry.joins ? joinTimeline(work, theCase, entry) : addToTimeline(work, theCase, entry);
};

const publishAll = async (
  { tx, actor }: Recording,
  events: readonly LiveEffect[],
  withOthers: (told: readonly string[]) => Promise<readonly string[]>,
): Promise<void> => {
  const causedBy = actor.role === 'system' ? null : actor.accountId;
  for (const { to, event } of events) if (to.length > 0) await publish(tx, await withOthers(to), event, causedBy);
};

/** The steps that only concern the doctor and the colleague whom they asked, or that the owner alone decides about. */
const notForOthers: readonly News['kind'][] = ['second_look_over', 'second_look_asked', 'deputy_asked'];

/** The columns of a row, whatever its step. */
interface AnyRow {
  webhook: null | ((step: unknown) => readonly Hook[]);
  settles: null | ((step: unknown) => readonly Settled[]);
  activity: null | ((step: unknown, by: StepActor) => Activity | null);
  search: null | ((step: unknown) => SearchEffect | null);
  timeline: null | ((step: unknown, by: StepActor) => TimelineEffect | null);
  live: null | ((step: unknown, by: StepActor) => readonly LiveEffect[]);
  notice: null | ((step: unknown, by: StepActor) => News | null);
}
/** The effects of a step, typed for any step. */
export const rowOf = (step: StepName): AnyRow => effects[step] as unknown as AnyRow;

/** Records a step in the transaction in which it is taken, with all of its effects (`effects.ts`). */
export const record = async <K extends StepName>(work: RecordingOf<K>, step: { step: K } & Steps[K]): Promise<void> => {
  const { settles, activity, search, timeline, live, notice, webhook } = rowOf(step.step);
  const recording = work as Recording;
  const by = recording.actor;
  const theCase = 'theCase' in step ? (step as Step<'case_changed'>).theCase : null;
  const renamed = search?.(step);
  if (renamed) await reindex(work as Telling, renamed);
  if (theCase) {
    for (const settled of settles?.(step) ?? []) await settle(recording, theCase, settled);
    const moved = activity?.(step, by);
    if (moved) await act(recording, theCase, moved);
    const entry = timeline?.(step, by);
    if (entry) await writeTimeline(recording, theCase, entry);
  }
  let deputies: readonly string[] | undefined;
  /** Deputies get everything that the doctor of the case gets. */
  const withDeputies = async (told: readonly string[]): Promise<readonly string[]> => {
    if (!theCase || !recording.now || !told.includes(theCase.doctorId)) return told;
    deputies ??= await deputiesNow(recording.tx, theCase.id, recording.now);
    return [...told, ...deputies];
  };
  let assistants: readonly string[] | undefined;
  /** Open pages of assistants get the same events; assistants get no e-mails. */
  const withAssistants = async (told: readonly string[]): Promise<readonly string[]> => {
    if (!theCase || !told.includes(theCase.doctorId)) return told;
    assistants ??= await assistantsNow(recording.tx, theCase.id);
    return [...(await withDeputies(told)), ...assistants];
  };
  let acting: readonly string[] | undefined;
  /** Accounts that act for the owner get everything that the owner gets about the case. */
  const withActing = async (told: readonly string[]): Promise<readonly string[]> => {
    if (!theCase || !recording.now || !told.includes(theCase.accountId)) return told;
    acting ??= await actingNow(recording.tx, theCase.id, recording.now);
    return [...told, ...acting];
  };
  if (live) await publishAll(recording, live(step, by), async (told) => withActing(await withAssistants(told)));
  const news = notice?.(step, by);
  for (const accountId of news ? await withActing(await withDeputies([news.accountId])) : [])
    if (news && (accountId === news.accountId || (accountId !== by.accountId && !notForOthers.includes(news.kind))))
      await notifyPerson(work as Telling, { ...news, accountId });
  const hooks = webhook?.(step) ?? [];
  if (hooks.length > 0) await tellWebhooks(work as Telling, hooks);
};
