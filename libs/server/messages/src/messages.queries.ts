import type { Message, messagesQuerySchema, NewMessage, UpdateMessage } from '@konsil/contracts/messages';
import { randomUUID } from 'node:crypto';
import { and, count, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { Submitted } from '@konsil/server-domain/sendings/hold';
import { holdUnopened, markListedOpened, withdrawable } from '@konsil/server-domain/sendings/opened';
import type * as z from 'zod/mini';
import { cases, documents, messages } from '@konsil/server-domain/schema';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import { findPage, inOrder, pageSize, type Order } from '@konsil/server-platform/http/cursors';
import { caseResource, loadCase, type CaseRow, type MessageRow } from '@konsil/server-domain/access/loaders';
import { invalid, Problem, type FieldFault } from '@konsil/server-platform/http/problems';
import type { Work } from '@konsil/server-domain/kernel/work';
import { namesOf, writtenBy } from '@konsil/server-domain/names/names';
import { archiveColumn, idsIn, inArchive, otherSide, readableCases } from '@konsil/server-domain/cases/case-scope';
import { caseNames, searchInCase } from '@konsil/server-domain/cases/case-texts';
import { findDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import { record } from '@konsil/server-domain/steps/record';
import { nameOf, patientNames } from '@konsil/server-domain/patients/patient-record';
import { representedAccountId, isOn, oppositeOf, sideOf } from '@konsil/server-domain/access/sides';
import { foundBy } from '@konsil/server-domain/search/search-words';
import { messageTexts, type MessageTexts } from '@konsil/server-domain/sealed/message';

export type MessagesQuery = z.output<typeof messagesQuerySchema>;

/** Serializes messages for their reader, in a constant number of queries. */
export const showMessages = async (
  { tx, actor, kernel: { vault } }: Work,
  rows: readonly MessageRow[],
): Promise<Message[]> => {
  if (rows.length === 0) return [];
  const names = await patientNames(
    tx,
    vault,
    rows.map((row) => row.patientId),
  );
  const caseRows = await tx
    .select()
    .from(cases)
    .where(inArray(cases.id, [...new Set(rows.map((row) => row.caseId))]));
  const titles = await caseNames(tx, vault, caseRows);
  const unopened = await withdrawable(
    tx,
    actor,
    rows.filter(({ senderId }) => senderId === actor.accountId).map(({ id }) => id),
  );
  const people = await namesOf(
    tx,
    vault,
    rows.flatMap((row) => [row.senderId, row.recipientId]),
  );
  return Promise.all(
    rows.map(async (row): Promise<Message> => {
      const received = row.senderRole !== sideOf(actor);
      return {
        id: row.id,
        version: row.version,
        case_id: row.caseId,
        case_name: titles.get(row.caseId) ?? '',
        patient: nameOf(names, row.patientId),
        ...(await vault.open(tx, row.patientId, messageTexts, row.sealed)),
        sender: {
          role: row.senderRole,
          ...writtenBy(people, row.senderId, { side: row.senderRole, ownerId: row.accountId }),
          ...(!received && row.senderId !== actor.accountId && { other: true }),
        },
        to: { role: oppositeOf(row.senderRole), name: people.get(row.recipientId) ?? '' },
        direction: received ? 'received' : 'sent',
        sent_at: iso(row.sentAt),
        edited_at: isoOrNull(row.editedAt),
        shown_at: isoOrNull(row.shownAt),
        read_at: isoOrNull(row.firstReadAt),
        unread: received && row.readAt === null,
        document_ids: row.documentIds,
        ...(unopened.has(row.id) ? { withdrawable: true } : {}),
      };
    }),
  );
};

/** One message, reloaded from the database. */
export const messageOf = async (work: Work, id: string): Promise<Message> => {
  const [message] = await showMessages(work, await work.tx.select().from(messages).where(eq(messages.id, id)));
  if (!message) throw new Error('The message is missing.');
  return message;
};

/** Attachments must belong to the case and be visible to the other side. */
const checkDocuments = async ({ tx, actor }: Work, theCase: CaseRow, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        inArray(documents.id, [...ids]),
        eq(documents.caseId, theCase.id),
        isNull(documents.archivedAt),
        isOn(actor, 'patient')
          ? sql`(${documents.sentAt} is not null or ${documents.uploadedByRole} = 'doctor')`
          : sql`(${documents.sentAt} is not null or ${documents.uploadedBy} = ${actor.accountId})`,
      ),
    );
  const fit = new Set(rows.map((row) => row.id));
  const strangers = ids.flatMap((id, index): FieldFault[] =>
    fit.has(id) ? [] : [{ path: `document_ids.${index}`, code: 'selectOption' }],
  );
  if (strangers.length > 0) throw invalid(...strangers);
};

/** Refuses a message to a doctor who has left, which nobody would read. */
const checkReader = async ({ tx, actor }: Work, { doctorId }: CaseRow): Promise<void> => {
  if (isOn(actor, 'patient') && !(await findDoctor(tx, doctorId))) throw new Problem('doctor_unavailable');
};

interface Reply {
  /** The patient says that they do not have the documents that are asked for. */
  without: boolean;
  submittedAt: Date;
}
/** The effect of a message on its case, which lies outside the messages library. */
export type ReplyEffect = (work: Work, theCase: CaseRow, reply: Reply) => Promise<void>;

/**
 * Sends a message to the other side of a case.
 * @throws {Problem} `not_allowed_now` while the case is not shared, because nothing reaches a doctor before the first
 * request; `doctor_unavailable` if its doctor has left.
 */
export const sendMessage = async (
  work: Work,
  theCase: CaseRow,
  { subject, message, document_ids = [], without_documents: without = false }: NewMessage,
  onReply: ReplyEffect,
  { id, submittedAt }: Submitted = { id: randomUUID(), submittedAt: work.now },
): Promise<MessageRow> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  if (!caseResource(theCase).sharedWithDoctor) throw new Problem('not_allowed_now');
  await checkReader(work, theCase);
  await checkDocuments(work, theCase, document_ids);
  const recipientId = otherSide(actor, theCase);
  const [row] = await tx
    .insert(messages)
    .values({
      id,
      caseId: theCase.id,
      patientId: theCase.patientId,
      accountId: theCase.accountId,
      doctorId: theCase.doctorId,
      senderId: actor.accountId,
      senderRole: sideOf(actor),
      recipientId,
      sealed: await vault.seal(tx, theCase.patientId, messageTexts, { subject, message } satisfies MessageTexts),
      search: await searchInCase(tx, vault, theCase, subject, message),
      documentIds: [...new Set(document_ids)],
      sentAt: now,
    })
    .returning();
  if (!row) throw new Error('The message was not stored.');
  await record(work, { step: 'message_sent', theCase, messageId: row.id });
  await onReply(work, theCase, { without, submittedAt });
  return row;
};

/** The payload of a submitted message, also while it is held. */
export interface SentMessage extends Record<string, unknown> {
  body: NewMessage;
}
/** Sends a message, and returns it. */
export const postMessage =
  (onReply: ReplyEffect) =>
  async (work: Work, theCase: CaseRow, { body }: SentMessage, submitted: Submitted): Promise<Message> =>
    messageOf(work, (await sendMessage(work, theCase, body, onReply, submitted)).id);

/**
 * Records that the reader is shown these messages, which ends editing by the other side.
 * @returns the newly shown ones by id, updated
 */
export const markShown = async (
  work: Work,
  rows: readonly Pick<MessageRow, 'id' | 'senderRole' | 'shownAt'>[],
): Promise<Map<string, MessageRow>> => {
  const { tx, actor, now } = work;
  const fresh = rows.filter((row) => row.senderRole !== sideOf(actor) && !row.shownAt).map((row) => row.id);
  if (fresh.length === 0) return new Map();
  const shown = await tx
    .update(messages)
    .set({ shownAt: now })
    .where(and(inArray(messages.id, fresh), isNull(messages.shownAt)))
    .returning();
  for (const [caseId, { id }] of new Map(shown.map((row) => [row.caseId, row]))) {
    const theCase = await loadCase(tx, caseId, false);
    if (theCase) await record(work, { step: 'message_read', theCase, messageId: id });
  }
  return new Map(shown.map((row) => [row.id, row]));
};

/** Marks a received message read or unread. Its first reading is kept in any case. */
const markMessage = async (work: Work, theMessage: MessageRow, theCase: CaseRow, read: boolean): Promise<void> => {
  if (theMessage.senderRole === sideOf(work.actor)) throw new Problem('not_allowed_now');
  if ((theMessage.readAt !== null) === read) return;
  await work.tx
    .update(messages)
    .set(
      read
        ? { readAt: work.now, firstReadAt: theMessage.firstReadAt ?? work.now, shownAt: theMessage.shownAt ?? work.now }
        : { readAt: null },
    )
    .where(eq(messages.id, theMessage.id));
  await record(work, { step: 'message_read', theCase, messageId: theMessage.id });
};

/**
 * Edits a sent message until the other side was shown it, because a short one can be read in a list.
 * @throws {Problem} `already_read`, `version_conflict` with the newer message, `not_allowed_now` for somebody else's
 * message.
 */
const editMessage = async (
  work: Work,
  theMessage: MessageRow,
  theCase: CaseRow,
  form: UpdateMessage,
): Promise<void> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  if (theMessage.senderId !== actor.accountId) throw new Problem('not_allowed_now');
  if (theMessage.shownAt) throw new Problem('already_read', { current: await messageOf(work, theMessage.id) });
  if (form.version !== undefined && form.version < theMessage.version)
    throw new Problem('version_conflict', { current: await messageOf(work, theMessage.id) });
  const before = await vault.open(tx, theMessage.patientId, messageTexts, theMessage.sealed);
  const texts: MessageTexts = { subject: form.subject ?? before.subject, message: form.message ?? before.message };
  await tx
    .update(messages)
    .set({
      sealed: await vault.seal(tx, theMessage.patientId, messageTexts, texts),
      search: await searchInCase(tx, vault, theCase, texts.subject, texts.message),
      editedAt: now,
      version: sql`${messages.version} + 1`,
    })
    .where(eq(messages.id, theMessage.id));
  await record(work, { step: 'message_edited', theCase, messageId: theMessage.id });
};

export const updateMessage = async (
  work: Work,
  theMessage: MessageRow,
  theCase: CaseRow,
  form: UpdateMessage,
): Promise<void> => {
  if (form.subject !== undefined || form.message !== undefined) await editMessage(work, theMessage, theCase, form);
  if (form.read !== undefined) await markMessage(work, theMessage, theCase, form.read);
};

const orderOf = (sort: MessagesQuery['sort']): Order => {
  const keys: Order['keys'] = [
    { by: sql`${messages.sentAt}`, type: 'timestamptz' },
    { by: sql`${messages.id}`, type: 'uuid' },
  ];
  return sort === 'oldest'
    ? { name: 'messages.oldest', direction: 'asc', keys }
    : { name: 'messages', direction: 'desc', keys };
};

const filterOf = ({ kernel, actor }: Work, query: MessagesQuery): SQL | undefined => {
  return and(
    query.box === 'sent'
      ? eq(messages.senderRole, sideOf(actor))
      : query.box
        ? ne(messages.senderRole, sideOf(actor))
        : undefined,
    query.box === 'unread' ? isNull(messages.readAt) : undefined,
    foundBy(kernel.vault, messages.search, query.search ?? ''),
  );
};
const ownMessages = (work: Work): SQL =>
  isOn(work.actor, 'patient')
    ? eq(messages.accountId, representedAccountId(work.actor))
    : eq(messages.doctorId, representedAccountId(work.actor));

/** The messages of one case, or of all the reader's unarchived cases; newest first by default. */
export const listMessages = async (work: Work, query: MessagesQuery, theCase?: CaseRow) => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const scope = theCase
    ? eq(messages.caseId, theCase.id)
    : and(ownMessages(work), readableCases(actor), inArchive(archiveColumn(actor), query.archived));
  const filter = and(scope, filterOf(work, query));
  await holdUnopened(tx, actor);
  const { ids, next_cursor, total } = await findPage(
    { tx, vault },
    orderOf(query.sort),
    { cursor: query.cursor, size: pageSize(query.limit) },
    (keys) => tx.select(keys).from(messages).innerJoin(cases, eq(cases.id, messages.caseId)).where(filter),
  );
  const rows = inOrder(ids, await tx.select().from(messages).where(idsIn(messages.id, ids)));
  await markListedOpened(
    tx,
    actor,
    rows.map(({ id }) => id),
  );
  const shown = await markShown(work, rows);
  return {
    items: await showMessages(
      work,
      rows.map((row) => shown.get(row.id) ?? row),
    ),
    next_cursor,
    total,
  };
};

/** The reader's unread messages over all cases. */
export const countUnreadMessages = async (work: Work): Promise<number> => {
  const { tx, actor } = work;
  const [row] = await tx
    .select({ count: count() })
    .from(messages)
    .innerJoin(cases, eq(cases.id, messages.caseId))
    .where(
      and(
        ownMessages(work),
        isNull(messages.readAt),
        eq(messages.senderRole, oppositeOf(sideOf(actor))),
        readableCases(actor),
        inArchive(archiveColumn(actor), 'false'),
      ),
    );
  return row?.count ?? 0;
};
