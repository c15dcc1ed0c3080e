import { isOwnDraft, registrationDraft, type DraftForm } from '@konsil/contracts/drafts';
import { and, count, eq, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { assistants, casePeople, cases, drafts } from '../schema.ts';
import { freeOfHolds } from '../accounts/legal-hold.ts';
import { inCase, inDocument, inMessage, inPatient, inTodo, type AddressedAccess } from '../access/addresses.ts';
import { later } from '@konsil/server-platform/clock';
import { doctorsOf, type CaseRow } from '../access/loaders.ts';
import { Problem } from '@konsil/server-platform/http/problems';
import { keptMs } from '@konsil/server-platform/retention';

const mostDrafts = 200;
const mostBytes = 4 * 1024 * 1024;

/** The place of a draft: `ownerId` is the patient it concerns, otherwise its author. */
export interface DraftPlace {
  key: string;
  ownerId: string;
  patientId: string | null;
  caseId: string | null;
}

type Find = AddressedAccess<object>['find'];
/** A draft has the access rules of what it will become. */
const concerned: Record<DraftForm, Find> = {
  patient: inPatient('write').find,
  address: inPatient('write').find,
  health: inPatient('writeHealth').find,
  epicrisis: inPatient('writeEpicrisis').find,
  answer: inCase('answer').find,
  prepared: inCase('prepareAnswer').find,
  'prepared-summary': inCase('prepareAnswer').find,
  message: inCase('sendMessage').find,
  todo: inCase('addTodo').find,
  forms: inCase('write').find,
  'case-edit': inCase('write').find,
  send: inCase('send').find,
  documents: inCase('upload').find,
  document: inDocument('write').find,
  'document-edit': inDocument('write').find,
  'todo-edit': inTodo('write').find,
  'message-edit': inMessage('write').find,
};
const findOf = (form: string): Find | undefined =>
  Object.hasOwn(concerned, form) ? concerned[form as DraftForm] : undefined;

/** The draft with the path's `key`. Its author needs the right to submit it; others get a 404 and are audited. */
export const inDraft = (): AddressedAccess<{ thePlace: DraftPlace }> => ({
  level: 'addressed',
  param: 'key',
  audit: 'patient.read',
  registering: (key) => key === registrationDraft,
  find: async (tx, actor, key, locked) => {
    const [form = '', id = ''] = key.split(':');
    const find = isOwnDraft(key) ? undefined : findOf(form);
    if (!find)
      return { allowed: true, things: { thePlace: { key, ownerId: actor.accountId, patientId: null, caseId: null } } };
    const found = await find(tx, actor, id, locked);
    const { patientId = null, caseId = null } = found ?? {};
    return (
      found && { ...found, things: { thePlace: { key, ownerId: patientId ?? actor.accountId, patientId, caseId } } }
    );
  },
});

/**
 * Checks that a new or longer draft fits into the account's quota. Drafts that only a legal hold still keeps do not count.
 * @param bytes the size of the sealed draft
 * @throws {Problem} `quota` if it does not fit
 */
export const checkDraftRoom = async (
  { tx, now }: { tx: Tx; now: Date },
  accountId: string,
  key: string,
  bytes: number,
): Promise<void> => {
  const [others] = await tx
    .select({ drafts: count(), bytes: sql<number>`coalesce(sum(octet_length(${drafts.sealed})), 0)::int` })
    .from(drafts)
    .where(
      and(eq(drafts.accountId, accountId), ne(drafts.key, key), gte(drafts.updatedAt, later(now, -keptMs('drafts')))),
    );
  if (!others || others.drafts >= mostDrafts || others.bytes + bytes > mostBytes) throw new Problem('quota');
};

/** Deletes the drafts of deputies in a case, except those of its present doctor. */
const dropDraftsOfDeputies = (tx: Tx, caseId: string) =>
  tx.delete(drafts).where(
    and(
      eq(drafts.caseId, caseId),
      inArray(
        drafts.accountId,
        tx
          .select({ id: casePeople.accountId })
          .from(casePeople)
          .innerJoin(cases, eq(cases.id, casePeople.caseId))
          .where(
            and(
              eq(casePeople.caseId, caseId),
              eq(casePeople.kind, 'deputy'),
              or(isNull(cases.sharedAt), ne(cases.doctorId, casePeople.accountId)),
            ),
          ),
      ),
    ),
  );

/** Deletes what assistants of a doctor prepared in a case. */
export const dropDraftsOfAssistants = (tx: Tx, caseId: string, doctorId: string) =>
  tx
    .delete(drafts)
    .where(
      and(
        eq(drafts.caseId, caseId),
        inArray(
          drafts.accountId,
          tx.select({ id: assistants.accountId }).from(assistants).where(eq(assistants.doctorId, doctorId)),
        ),
      ),
    );

/**
 * Deletes a doctor's drafts about a case they lost, with those of their deputies and assistants, and about its patient once they have
 * none of that patient's cases.
 */
export const dropDraftsOf = async (
  tx: Tx,
  doctorId: string,
  { id, patientId }: Pick<CaseRow, 'id' | 'patientId'>,
): Promise<void> => {
  // The trigger on cases ended the deputies, and leaves their drafts.
  await dropDraftsOfDeputies(tx, id);
  await dropDraftsOfAssistants(tx, id, doctorId);
  const treats = (await doctorsOf(tx, patientId)).includes(doctorId);
  await tx
    .delete(drafts)
    .where(and(eq(drafts.accountId, doctorId), treats ? eq(drafts.caseId, id) : eq(drafts.patientId, patientId)));
};

/** Deletes abandoned drafts, unless their writer or their patient is on legal hold. */
export const sweepDrafts = async (db: Database, now: Date): Promise<void> => {
  await db.delete(drafts).where(and(lt(drafts.updatedAt, later(now, -keptMs('drafts'))), freeOfHolds(db, drafts, now)));
};
