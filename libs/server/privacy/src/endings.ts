import { join } from 'node:path';
import { and, asc, eq, gt, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import {
  appGrants,
  clientTokens,
  endings,
  installation,
  mailLinks,
  otpCodes,
  sessions,
  shareLinks,
  tickets,
} from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { endShareLinks } from '@konsil/server-documents/share/share-links';
import { iso } from '@konsil/server-platform/clock';
import { adoptAll, appendEntry, entryPages, isSealed, newestEntry } from '@konsil/server-platform/audit/kept-chain';
import { readLines } from '@konsil/server-platform/audit/kept-lines';
import type { Tx } from '@konsil/server-platform/database/client';
import { hmac } from '@konsil/server-platform/keys/crypto';
import { noPassword } from '@konsil/server-platform/passwords';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { keptParts } from './tombstones.ts';

/** Access that ended, as the storage and a folder of backups list it: ids and codes only. */
export interface Ending {
  id: string;
  what: string;
  row: string;
  mark: string | null;
  at: string;
}
/** A line of `endings.jsonl`, with a seal of its own: files of several backups are merged. */
interface EndingLine extends Ending {
  mac: string;
}
type Parts = Pick<Kernel, 'db' | 'vault' | 'files'>;

const atOnce = 500;

/** The list of ended access in a folder of backups. */
export const endingsFile = (folder: string): string => join(folder, 'endings.jsonl');

const day = (mark: string | null): SQL => sql`${mark}::date`;
const moment = (mark: string | null): SQL => sql`${mark}::timestamptz`;
const list = (mark: string | null): SQL => sql`array(select jsonb_array_elements_text(${mark ?? '[]'}::jsonb))`;

/** How each kind of access is ended again; the triggers of the migrations name them. */
const again: Record<string, (tx: Tx, ending: Ending) => Promise<unknown>> = {
  share_links: (tx, { row, mark, at }) => endShareLinks(tx, eq(shareLinks.id, row), 'owner', new Date(mark ?? at)),
  consents: (tx, { row, mark }) =>
    tx.execute(sql`update consents set withdrawn_at = ${moment(mark)} where id = ${row} and withdrawn_at is null`),
  legal_texts: (tx, { row, mark }) =>
    tx.execute(sql`update legal_texts set withdrawn_at = ${moment(mark)} where id = ${row} and withdrawn_at is null`),
  cases: (tx, { row, mark }) =>
    tx.execute(sql`update cases set shared_at = null where id = ${row} and shared_at <= ${moment(mark)}`),
  case_people: (tx, { row, mark }) =>
    tx.execute(sql`update case_people set ended_at = ${moment(mark)} where id = ${row} and ended_at is null`),
  'case_people.ends_on': (tx, { row, mark }) =>
    tx.execute(sql`update case_people set ends_on = least(ends_on, ${day(mark)}) where id = ${row}`),
  patient_readers: (tx, { row, mark }) =>
    tx.execute(
      sql`update patient_readers set ended_at = ${moment(mark)}, email = null where id = ${row} and ended_at is null`,
    ),
  'patient_readers.ends_on': (tx, { row, mark }) =>
    tx.execute(sql`update patient_readers set ends_on = least(ends_on, ${day(mark)}) where id = ${row}`),
  'patient_readers.role': (tx, { row }) => tx.execute(sql`update patient_readers set role = 'see' where id = ${row}`),
  assistants: (tx, { row, mark }) =>
    tx.execute(
      sql`update assistants set ended_at = ${moment(mark)}, email = null, token_hash = null where id = ${row} and ended_at is null`,
    ),
  clinic_doctors: (tx, { row, mark }) =>
    tx.execute(sql`delete from clinic_doctors where doctor_id = ${row} and clinic_id = ${mark}::uuid`),
  'accounts.deactivated_at': (tx, { row, mark }) =>
    tx.execute(sql`update accounts set deactivated_at = ${moment(mark)} where id = ${row} and deactivated_at is null`),
  'accounts.locked_at': (tx, { row, mark }) =>
    tx.execute(sql`update accounts set locked_at = ${moment(mark)} where id = ${row} and locked_at is null`),
  'accounts.consent_withdrawn_at': (tx, { row, mark }) =>
    tx.execute(
      sql`update accounts set consent_withdrawn_at = ${moment(mark)} where id = ${row} and consent_withdrawn_at is null`,
    ),
  // The new password is not known: its owner asks for a link.
  'accounts.password': (tx, { row, mark }) =>
    tx.execute(
      sql`update accounts set password_hash = ${noPassword} where id = ${row} and password_hash is not null and coalesce(password_changed_at, '-infinity') <= coalesce(${moment(mark)}, '-infinity')`,
    ),
  'operators.permissions': (tx, { row, mark }) =>
    tx.execute(
      sql`update operators set permissions = array(select unnest(permissions) intersect select unnest(${list(mark)})) where account_id = ${row}`,
    ),
  passkeys: (tx, { row }) => tx.execute(sql`delete from passkeys where id = ${row}`),
  linked_identities: (tx, { row }) => tx.execute(sql`delete from linked_identities where id = ${row}`),
  recovery_codes: (tx, { row }) => tx.execute(sql`delete from recovery_codes where id = ${row}`),
  backend_clients: (tx, { row, mark }) =>
    tx.execute(
      sql`update backend_clients set removed_at = ${moment(mark)}, jwks = null, jwks_url = null, doctor_ids = '{}', keys_version = keys_version + 1 where id = ${row} and removed_at is null`,
    ),
  'backend_clients.doctor_ids': (tx, { row, mark }) =>
    tx.execute(
      sql`update backend_clients set doctor_ids = array(select unnest(doctor_ids) intersect select unnest(${list(mark)}::uuid[])) where id = ${row}`,
    ),
  // The new keys are not known: the operator gives them again.
  'backend_clients.keys': (tx, { row, mark }) =>
    tx.execute(
      sql`update backend_clients set jwks = '{"keys":[]}', jwks_url = null, keys_version = keys_version + 1 where id = ${row} and removed_at is null and keys_version <= ${mark}::int`,
    ),
  patient_apps: (tx, { row, mark }) =>
    tx.execute(sql`update patient_apps set removed_at = ${moment(mark)} where id = ${row} and removed_at is null`),
  'patient_apps.keys': (tx, { row, mark }) =>
    tx.execute(
      sql`update patient_apps set jwks = '{"keys":[]}', jwks_url = null, keys_version = keys_version + 1 where id = ${row} and removed_at is null and keys_version <= ${mark}::int`,
    ),
  clinic_archives: (tx, { row }) => tx.execute(sql`delete from clinic_archives where id = ${row}`),
  webhooks: (tx, { row }) => tx.execute(sql`delete from webhooks where id = ${row}`),
};

/** The kinds of access that can be ended again. */
export const endingKinds: readonly string[] = Object.keys(again);

/** Carries out those endings that this database does not have. @returns their number */
const repeat = async (tx: Tx, all: readonly Ending[]): Promise<number> => {
  if (all.length === 0) return 0;
  const unknown = await tx
    .insert(endings)
    .values(all.map(({ id, what, row, mark, at }) => ({ id, what, rowId: row, mark, at: new Date(at) })))
    .onConflictDoNothing()
    .returning({ id: endings.id });
  const ids = new Set(unknown.map(({ id }) => id));
  await tx.execute(sql`select set_config('konsil.repeats_endings', 'on', true)`);
  for (const ending of all) if (ids.has(ending.id)) await again[ending.what]?.(tx, ending);
  await tx.execute(sql`select set_config('konsil.repeats_endings', '', true)`);
  return ids.size;
};

const sealOfLine = (vault: Vault, { id, what, row, mark, at }: Ending): string =>
  hmac(vault.purposeKey('endings'), 'line', ...[id, what, row, mark ?? '', at].map(String)).toString('base64url');

const endingOf = ({ id, what, rowId, mark, at }: typeof endings.$inferSelect): Ending => ({
  id,
  what,
  row: rowId,
  mark,
  at: iso(at),
});

/**
 * Writes the endings that only the database has into the storage. The transactions that ended something do not wait for
 * it, so that a storage which cannot be reached keeps nobody from ending it.
 */
export const keepEndings = async (parts: Parts): Promise<number> => {
  const { db, vault, files } = parts;
  let kept = 0;
  for (;;) {
    const open = isNull(endings.keptAt);
    if ((await db.select({ id: endings.id }).from(endings).where(open).limit(1)).length === 0) return kept;
    kept += await db.transaction(async (tx) => {
      const writer = { tx, vault, objects: files.objects };
      const newest = await newestEntry(writer, 'endings');
      const rows = await tx.select().from(endings).where(open).orderBy(asc(endings.at)).limit(atOnce);
      if (rows.length === 0) return 0;
      await appendEntry(writer, 'endings', newest, { content: JSON.stringify(rows.map(endingOf)) });
      await tx
        .update(endings)
        .set({ keptAt: sql`now()` })
        .where(
          inArray(
            endings.id,
            rows.map(({ id }) => id),
          ),
        );
      return rows.length;
    });
  }
};

/**
 * Repeats the endings that the storage recorded after the state of this database. Run it before serving requests.
 * @returns the number of endings
 */
export const repeatEndings = async (parts: Parts): Promise<number> => {
  const { db, vault } = parts;
  await adoptAll(keptParts(parts), 'endings');
  let repeated = 0;
  for await (const rows of entryPages(db, 'endings', atOnce))
    for (const entry of rows)
      if (isSealed(vault, entry))
        repeated += await db.transaction((tx) => repeat(tx, JSON.parse(entry.content) as Ending[]));
  return repeated;
};

/** Repeats the endings that a folder of backups recorded. Torn and foreign lines are ignored. */
export const importEndings = async ({ db, vault }: Pick<Kernel, 'db' | 'vault'>, folder: string): Promise<number> => {
  let [repeated, batch] = [0, [] as Ending[]];
  const add = async () => {
    const all = batch;
    batch = [];
    repeated += await db.transaction((tx) => repeat(tx, all));
  };
  for await (const line of readLines<EndingLine>(endingsFile(folder))) {
    if (line.mac !== sealOfLine(vault, line)) continue;
    batch.push(line);
    if (batch.length >= atOnce) await add();
  }
  await add();
  return repeated;
};

/** The lines for the file in a folder of backups: those that are there, and the endings of this installation. */
export async function* linesOfEndings(
  { db, vault }: Pick<Kernel, 'db' | 'vault'>,
  folder: string,
): AsyncGenerator<EndingLine> {
  const there = new Set<string>();
  for await (const line of readLines<EndingLine>(endingsFile(folder))) {
    if (there.has(line.mac)) continue;
    there.add(line.mac);
    yield line;
  }
  for (let after: string | undefined; ; ) {
    const rows = await db
      .select()
      .from(endings)
      .where(after === undefined ? undefined : gt(endings.id, after))
      .orderBy(asc(endings.id))
      .limit(atOnce);
    for (const ending of rows.map(endingOf)) {
      const mac = sealOfLine(vault, ending);
      if (!there.has(mac)) yield { ...ending, mac };
    }
    after = rows.at(-1)?.id;
    if (after === undefined) return;
  }
}

/**
 * Ends sign-ins, links and tokens that a database restored to an earlier state has from before, because the database
 * cannot know which of them ended since.
 */
export const endEarlierAccess = async ({ db }: Pick<Kernel, 'db'>): Promise<void> => {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(installation);
    const since = row?.quietSince;
    if (!since || row?.quietReason !== 'storage_went_on') return;
    for (const table of [tickets, otpCodes, mailLinks, clientTokens, appGrants])
      await tx.delete(table).where(lt(table.createdAt, since));
    await tx
      .update(sessions)
      .set({ endedAt: since })
      .where(and(isNull(sessions.endedAt), lt(sessions.createdAt, since)));
  });
};
