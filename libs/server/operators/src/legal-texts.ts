import type {
  ConsoleLegalText,
  ConsoleLegalVersion,
  ListedLegalVersion,
  NewLegalText,
} from '@konsil/contracts/console-legal';
import { legalKinds } from '@konsil/contracts/legal-notices';
import { desc, eq, sql } from 'drizzle-orm';
import { configuredTexts } from '@konsil/server-domain/accounts/legal-texts';
import {
  bothLanguages,
  changesOf,
  stateOf,
  versionsInForce,
  type LegalTextRow,
} from '@konsil/server-domain/accounts/legal-versions';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { legalTexts } from '@konsil/server-domain/schema';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { locks } from '@konsil/server-platform/database/locks';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import { namesOfOperators } from './operator-names.ts';

interface LegalWork {
  tx: Tx;
  now: Date;
  kernel: Pick<Kernel, 'vault' | 'env'>;
}

const showRows = async (work: LegalWork, rows: readonly LegalTextRow[]): Promise<ConsoleLegalVersion[]> => {
  const inForce = await versionsInForce(work.tx, work.now);
  const names = await namesOfOperators(
    work.tx,
    work.kernel.vault,
    rows.map(({ publishedBy }) => publishedBy),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    version: row.version,
    holds_from: row.holdsFrom,
    state: stateOf(row, inForce, work.now),
    text: bothLanguages(row),
    changes: changesOf(row),
    published_at: iso(row.publishedAt),
    published_by: names.get(row.publishedBy) ?? '',
    withdrawn_at: isoOrNull(row.withdrawnAt),
  }));
};

const showOne = async (work: LegalWork, row: LegalTextRow | undefined): Promise<ConsoleLegalVersion> => {
  const [shown] = await showRows(work, row ? [row] : []);
  if (!shown) throw new Problem('not_found');
  return shown;
};

/** Each kind with the text in force and all its versions. */
export const listLegalTexts = async (work: LegalWork): Promise<ConsoleLegalText[]> => {
  const rows = await work.tx.select().from(legalTexts).orderBy(desc(legalTexts.version));
  const shown = await showRows(work, rows);
  const configured = configuredTexts(work.kernel.env);
  return legalKinds.map((kind) => {
    const ofKind = shown.filter((one) => one.kind === kind);
    return {
      kind,
      text: ofKind.find(({ state }) => state === 'current')?.text ?? configured[kind],
      versions: ofKind.map(({ text: _text, changes: _changes, ...listed }): ListedLegalVersion => listed),
    };
  });
};

export const readLegalText = async (work: LegalWork, id: string): Promise<ConsoleLegalVersion> =>
  showOne(work, (await work.tx.select().from(legalTexts).where(eq(legalTexts.id, id)))[0]);

/** Publishing and withdrawing wait for each other. */
const lockLegalTexts = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${locks.legalTexts})`);

/**
 * Publishes a version, in force from its day on.
 * @throws {Problem} `version_conflict` if there is a newer version than the author saw, `not_allowed_now` while another
 * one is planned, `invalid` for a day in the past
 */
export const publishLegalText = async (
  work: LegalWork,
  author: string,
  { kind, after, ...fields }: NewLegalText,
): Promise<ConsoleLegalVersion> => {
  const { tx, now } = work;
  await lockLegalTexts(tx);
  const [newest] = await tx
    .select()
    .from(legalTexts)
    .where(eq(legalTexts.kind, kind))
    .orderBy(desc(legalTexts.version))
    .limit(1);
  if ((newest?.id ?? null) !== after) throw new Problem('version_conflict');
  if (newest && stateOf(newest, await versionsInForce(tx, now), now) === 'planned')
    throw new Problem('not_allowed_now');
  if (fields.holds_from < dayOf(now)) throw invalid({ path: 'holds_from', code: 'appointmentPast' });
  const [row] = await tx
    .insert(legalTexts)
    .values({
      kind,
      version: (newest?.version ?? 0) + 1,
      textDe: fields.text_de,
      textEn: fields.text_en,
      changesDe: fields.changes_de,
      changesEn: fields.changes_en,
      holdsFrom: fields.holds_from,
      publishedAt: now,
      publishedBy: author,
    })
    .returning();
  return showOne(work, row);
};

/** Withdraws a planned version. @throws {Problem} `not_allowed_now` from its first day on */
export const withdrawLegalText = async (work: LegalWork, id: string): Promise<ConsoleLegalVersion> => {
  const { tx, now } = work;
  await lockLegalTexts(tx);
  const { state } = await readLegalText(work, id);
  if (state !== 'planned') throw new Problem('not_allowed_now');
  const [row] = await tx.update(legalTexts).set({ withdrawnAt: now }).where(eq(legalTexts.id, id)).returning();
  return showOne(work, row);
};
