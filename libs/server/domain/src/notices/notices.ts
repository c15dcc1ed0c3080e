import { switchOf, textChannels } from '@konsil/contracts/channels';
import type { Locale, Role } from '@konsil/contracts/codes';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { ifMay } from '../access/grants.ts';
import { lockSpaces } from '@konsil/server-platform/database/locks';
import { forEach } from '@konsil/server-platform/each';
import { senderOf } from '../doctors/clinics.ts';
import { answers, cases, documents, messages, notices, todos } from '../schema.ts';
import { dayMs, later, minuteMs } from '@konsil/server-platform/clock';
import { portalOf } from '@konsil/server-platform/http/origins';
import type { CaseRow } from '../access/loaders.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { enqueueEmail, enqueuePush, enqueueText } from './letters.ts';
import type { SystemWork } from '../kernel/work.ts';
import { isOfKind, roleOf, sideOfKind } from '../accounts/account-kind.ts';
import { newsSmsHits } from '../accounts/account-limits.ts';
import { accountById, openSecrets, type AccountRow } from '../accounts/accounts.queries.ts';
import { hearsNews, settingsOf } from '../accounts/account-settings.ts';
import { pushDevicesOf } from '../accounts/push-devices.ts';
import { nextMorning } from './mornings.ts';
import { newsPlace } from './news-place.ts';
import type { NoticeKind, NoticeCounts } from './texts/templates.ts';
import { keptMs } from '@konsil/server-platform/retention';

/** The content of a notification. Emails contain only the kind. */
export interface News {
  accountId: string;
  kind: NoticeKind;
  caseId?: string;
  /** The notification is dropped once this message was read. */
  messageId?: string;
  /** The answer, ToDos or documents it is about; dropped once none of them is open. */
  refIds?: readonly string[];
}

/** Kinds that may occur in bursts; others are sent at once. */
const gathered: readonly NoticeKind[] = [
  'message',
  'todo',
  'request',
  'document',
  'epicrisis',
  'promise_passed',
  'answer_overdue',
];
const gatherMs = 10 * minuteMs;
/** Later a notification on a device is of no use. */
const pushKeptMs = dayMs;

/** Sends one email about all news; devices and phones only learn that there are some, phones a few times a day. */
const sendNews = async (
  tx: Tx,
  { env, vault, limits }: SystemWork['kernel'],
  now: Date,
  account: AccountRow,
  told: readonly { kind: string; caseId: string | null }[],
): Promise<void> => {
  const settings = settingsOf(account);
  const origin = portalOf(env, account.role);
  const counts: NoticeCounts = {};
  for (const { kind } of told) counts[kind as NoticeKind] = (counts[kind as NoticeKind] ?? 0) + 1;
  const place = await newsPlace(tx, sideOfKind(account), told);
  const recipient: { locale: Locale; accountId: string } = { locale: account.locale, accountId: account.id };
  if (settings.notify_email !== 'none')
    await enqueueEmail(tx, vault, {
      ...recipient,
      to: account.email,
      template: 'news',
      sender: isOfKind(account, 'patient')
        ? await senderOf(
            tx,
            told.map(({ caseId }) => caseId),
          )
        : undefined,
      data: { counts, link: origin + place },
    });
  const { phone } = await openSecrets(tx, vault, account);
  for (const channel of textChannels) {
    const wanted = settings[switchOf(channel)] && phone && account.phoneConfirmedAt;
    if (wanted && (await limits.allowsIn(tx, ...newsSmsHits(account.id, phone))))
      await enqueueText(tx, vault, {
        ...recipient,
        channel,
        to: phone,
        template: 'news',
        data: { link: `${origin}/${sideOfKind(account)}` },
      });
  }
  if (env.webPush) await enqueuePush(tx, vault, account, { path: place, expiresAt: later(now, pushKeptMs) });
};

const lastGathered = async (tx: Tx, accountId: string, now: Date): Promise<Date | null> => {
  const [last] = await tx
    .select({ sentAt: notices.sentAt })
    .from(notices)
    .where(
      and(
        eq(notices.accountId, accountId),
        inArray(notices.kind, [...gathered]),
        gt(notices.sentAt, later(now, -gatherMs)),
      ),
    )
    .orderBy(desc(notices.sentAt))
    .limit(1);
  return last?.sentAt ?? null;
};

/** The time when the email may be sent: collected kinds at most every ten minutes, or daily if the user chose that. */
const dueAt = async ({ tx, now }: SystemWork, account: AccountRow, kind: NoticeKind): Promise<Date> => {
  if (settingsOf(account).notify_email === 'daily') return nextMorning(now);
  if (!gathered.includes(kind)) return now;
  const last = await lastGathered(tx, account.id, now);
  return last ? later(last, gatherMs) : now;
};

/** Users without any notifications, or who have left, are not notified. */
const wantsNews = async (tx: Tx, account: AccountRow): Promise<boolean> =>
  account.deactivatedAt === null && (hearsNews(account) || (await pushDevicesOf(tx, account.id)).length > 0);

/** Notifies somebody at once, or together with later news. */
export const notifyPerson = async (
  work: SystemWork,
  { accountId, kind, caseId, messageId, refIds }: News,
): Promise<void> => {
  const { tx, now, kernel } = work;
  // Serializes concurrent notifications, so that the second sees the first email.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, ${lockSpaces.notices}))`);
  const account = await accountById(tx, accountId);
  if (!(await wantsNews(tx, account))) return;
  const due = await dueAt(work, account, kind);
  const leaves = due <= now;
  await tx.insert(notices).values({
    accountId,
    kind,
    caseId: caseId ?? null,
    messageId: messageId ?? null,
    refIds: refIds ? [...refIds] : null,
    createdAt: now,
    dueAt: due,
    sentAt: leaves ? now : null,
  });
  if (leaves) await sendNews(tx, kernel, now, account, [{ kind, caseId: caseId ?? null }]);
};

function openTodos(tx: Tx, ids: string[], reader: Role): Promise<{ id: string }[]> {
  return tx
    .select({ id: todos.id })
    .from(todos)
    .where(and(inArray(todos.id, ids), isNull(todos.completedAt), eq(todos.assignee, reader)));
}

/** Drops notifications about messages read meanwhile. */
const withoutRead = async (tx: Tx, rows: readonly (typeof notices.$inferSelect)[]) => {
  const ids = rows.flatMap((row) => (row.messageId ? [row.messageId] : []));
  const read =
    ids.length === 0
      ? []
      : await tx
          .select({ id: messages.id })
          .from(messages)
          .where(and(inArray(messages.id, ids), isNotNull(messages.firstReadAt)));
  const known = new Set(read.map((row) => row.id));
  return rows.filter((row) => row.messageId === null || !known.has(row.messageId));
};

type NoticeRow = typeof notices.$inferSelect;

/** The references of notifications that are open: unread answers and documents, ToDos that are not done. */
const openRefs: Partial<Record<NoticeKind, (tx: Tx, ids: string[], reader: Role) => Promise<{ id: string }[]>>> = {
  answer: (tx, ids) =>
    tx
      .select({ id: answers.id })
      .from(answers)
      .where(and(inArray(answers.id, ids), isNull(answers.readAt))),
  document: (tx, ids) =>
    tx
      .select({ id: documents.id })
      .from(documents)
      .where(and(inArray(documents.id, ids), isNull(documents.readAt), isNull(documents.archivedAt))),
  todo: openTodos,
  todo_due: openTodos,
};
/** Drops notifications whose references are all settled; those of older versions name none. */
const withoutSettledRefs = async (tx: Tx, reader: Role, rows: readonly NoticeRow[]): Promise<NoticeRow[]> => {
  const open = new Set<string>();
  for (const [kind, find] of Object.entries(openRefs)) {
    const ids = rows.flatMap((row) => (row.kind === kind && row.refIds) || []);
    if (ids.length > 0) for (const { id } of await find(tx, ids, reader)) open.add(id);
  }
  return rows.filter(({ kind, refIds }) => !(kind in openRefs) || !refIds || refIds.some((id) => open.has(id)));
};

const ofWaitingCases: readonly string[] = ['request', 'promise_passed', 'answer_overdue'] satisfies NoticeKind[];
/** True if a notification about a case still holds. */
const stillHolds = (theCase: CaseRow, { kind, createdAt }: NoticeRow): boolean => {
  const { status, sharedAt, lastAnswerReadAt } = theCase;
  if (ofWaitingCases.includes(kind)) return status === 'with_doctor' && sharedAt !== null;
  if (kind === ('question' satisfies NoticeKind)) return status === 'with_patient';
  if (kind === ('answer' satisfies NoticeKind)) return lastAnswerReadAt === null || lastAnswerReadAt < createdAt;
  return true;
};

/**
 * Drops notifications about cases that their reader lost, except of cancelled appointments, and about what was read or
 * answered meanwhile.
 */
const withoutSettled = async (
  tx: Tx,
  now: Date,
  account: AccountRow,
  rows: readonly NoticeRow[],
): Promise<readonly NoticeRow[]> => {
  const ids = [...new Set(rows.flatMap(({ caseId }) => caseId ?? []))];
  if (ids.length === 0) return rows;
  const reader = { accountId: account.id, role: roleOf(account) };
  const known = new Map<string, CaseRow>();
  for (const theCase of await tx.select().from(cases).where(inArray(cases.id, ids))) {
    if (!isOfKind(account, 'doctor') || (await ifMay(tx, reader, 'read', theCase, now))) known.set(theCase.id, theCase);
  }
  return withoutReplaced(rows, known).flatMap((row) => {
    if (row.caseId === null) return row;
    const theCase = known.get(row.caseId);
    if (theCase) return stillHolds(theCase, row) ? row : [];
    // A doctor should not wait for a patient who will not come; the link leads to no lost case.
    return row.kind === ('appointment_cancelled' satisfies NoticeKind) ? { ...row, caseId: null } : [];
  });
};

/**
 * Drops notifications that a newer one of the case replaces: of a question before the newest, and of a wait that an
 * answer ended.
 */
const withoutReplaced = (rows: readonly NoticeRow[], known: ReadonlyMap<string, CaseRow>): NoticeRow[] =>
  rows.filter((row) => {
    const { kind, caseId, createdAt } = row;
    const answeredAt = (caseId && known.get(caseId)?.lastAnswerAt) || null;
    const isOver =
      kind === ('question' satisfies NoticeKind) ||
      (ofWaitingCases.includes(kind) && answeredAt !== null && createdAt < answeredAt);
    return !isOver || !rows.some((one) => one.kind === kind && one.caseId === caseId && one.createdAt > createdAt);
  });

const sendGathered = (kernel: Kernel, accountId: string, now: Date): Promise<void> =>
  kernel.db.transaction(async (tx) => {
    const rows = await tx
      .update(notices)
      .set({ sentAt: now })
      .where(and(eq(notices.accountId, accountId), isNull(notices.sentAt)))
      .returning();
    const account = await accountById(tx, accountId);
    const current = await withoutSettledRefs(tx, sideOfKind(account), await withoutRead(tx, rows));
    const told = await withoutSettled(tx, now, account, current);
    if (told.length > 0 && (await wantsNews(tx, account))) await sendNews(tx, kernel, now, account, told);
  });

const accountsAtOnce = 500;

/** Sends due notifications, one email per person. Safe in several processes at once. */
export const sendDueNotices = async (kernel: Kernel): Promise<void> => {
  const now = kernel.clock.now();
  const due = await kernel.db
    .selectDistinct({ accountId: notices.accountId })
    .from(notices)
    .where(and(isNull(notices.sentAt), lte(notices.dueAt, now)))
    .limit(accountsAtOnce);
  await forEach(due, ({ accountId }) => sendGathered(kernel, accountId, now));
};

/** Deletes notifications a day after they were sent. */
export const sweepNotices = async ({ db, clock }: { db: Database; clock: Kernel['clock'] }): Promise<void> => {
  await db.delete(notices).where(lte(notices.sentAt, later(clock.now(), -keptMs('notices'))));
};
