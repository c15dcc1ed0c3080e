import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { keptEntries } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { iso } from '@konsil/server-platform/clock';
import { takeOverAnchors, anchorFile } from '@konsil/server-platform/audit/audit-anchors';
import {
  adoptAll,
  appendEntry,
  entryPages,
  isSealed,
  isTakenOver,
  newestEntry,
  noteTakenOver,
  type KeptParts,
  type KeptWriter,
} from '@konsil/server-platform/audit/kept-chain';
import { readLines } from '@konsil/server-platform/audit/kept-lines';
import type { Tx } from '@konsil/server-platform/database/client';
import { hmac } from '@konsil/server-platform/keys/crypto';
import type { Vault } from '@konsil/server-platform/keys/vault';

/** A line of `erasures.jsonl`, with a seal of its own: files of several backups are merged. */
interface TombstoneLine {
  account: string;
  at: string;
  mac: string;
}
export type KeptBy = Pick<Kernel, 'db' | 'vault' | 'env' | 'identity' | 'files'>;

/** The list of erased accounts in a folder of backups, and in the data folder of versions before the chain. */
export const tombstoneFile = (folder: string): string => join(folder, 'erasures.jsonl');

/** The dependencies of the functions that keep entries (kept-chain.ts). */
export const keptParts = ({ db, vault, files }: Pick<Kernel, 'db' | 'vault' | 'files'>): KeptParts => ({
  db,
  vault,
  objects: files.objects,
});

const sealOfLine = (vault: Vault, { account, at }: Omit<TombstoneLine, 'mac'>): string =>
  hmac(vault.purposeKey('erasures'), String(account), String(at)).toString('base64url');

const append = async (writer: KeptWriter, account: string, at: string, onlyIfUnknown = false): Promise<void> => {
  const newest = await newestEntry(writer, 'erasures');
  // Known only now: two processes may read the same file.
  if (onlyIfUnknown && (await knownOf(writer.tx, [account])).has(account)) return;
  await appendEntry(writer, 'erasures', newest, { content: JSON.stringify([account, at]), accountId: account });
};

/** The accounts among these that have an entry. */
const knownOf = async (tx: Tx | Kernel['db'], accounts: string[]): Promise<Set<string | null>> =>
  new Set(
    (
      await tx
        .select({ account: keptEntries.accountId })
        .from(keptEntries)
        .where(inArray(keptEntries.accountId, accounts))
    ).map(({ account }) => account),
  );

/** Records that an account is to be erased, in the storage before the transaction erases anything. Ids only. */
export const writeTombstone = (
  { vault, files }: Pick<Kernel, 'vault' | 'files'>,
  tx: Tx,
  account: string,
  now: Date,
): Promise<void> => append({ tx, vault, objects: files.objects }, account, iso(now));

/** The erased accounts as lines, page by page. An entry that is not ours is left out. */
async function* tombstonesOf({ db, vault }: Pick<Kernel, 'db' | 'vault'>): AsyncGenerator<TombstoneLine[]> {
  for await (const rows of entryPages(db, 'erasures', atOnce))
    yield rows
      .filter((row) => isSealed(vault, row))
      .map(({ content }) => {
        const [account, at] = JSON.parse(content) as [string, string];
        return { account, at, mac: sealOfLine(vault, { account, at }) };
      });
}
const atOnce = 500;

/** The erased accounts and when, page by page. */
export async function* readErasures(
  parts: Pick<Kernel, 'db' | 'vault'>,
): AsyncGenerator<{ account: string; at: Date }[]> {
  for await (const stones of tombstonesOf(parts))
    yield stones.map(({ account, at }) => ({ account, at: new Date(at) }));
}

/** The ids of the erased accounts, page by page. */
export async function* readTombstones(parts: Pick<Kernel, 'db' | 'vault'>): AsyncGenerator<string[]> {
  for await (const stones of tombstonesOf(parts)) yield stones.map(({ account }) => account);
}

/** Adds erasures that only the storage, or a file in the data folder, records. */
export const gatherErasures = async (parts: KeptBy): Promise<void> => {
  await adoptAll(keptParts(parts), 'erasures');
  // A server of an older version may still write there during an upgrade.
  await importTombstones(parts, parts.env.KONSIL_DATA_DIR);
};

/** Adds the erasures of the file in a folder. A line that is torn or not ours is ignored. */
export const importTombstones = async (
  parts: Pick<Kernel, 'db' | 'vault' | 'files'>,
  folder: string,
): Promise<void> => {
  const { db, vault, files } = parts;
  const add = async (lines: TombstoneLine[]) => {
    const known = await knownOf(
      db,
      lines.map(({ account }) => account),
    );
    for (const { account, at } of lines)
      if (!known.has(account))
        await db.transaction((tx) => append({ tx, vault, objects: files.objects }, account, at, true));
  };
  let batch: TombstoneLine[] = [];
  for await (const line of readLines<TombstoneLine>(tombstoneFile(folder))) {
    if (line.mac !== sealOfLine(vault, line) || batch.some(({ account }) => account === line.account)) continue;
    batch.push(line);
    if (batch.length < atOnce) continue;
    await add(batch);
    batch = [];
  }
  if (batch.length > 0) await add(batch);
};

/** The accounts that a folder of backups lists as erased. A line that is torn or not ours is ignored. */
export const erasedBeside = async (vault: Vault, folder: string): Promise<string[]> => {
  const ids: string[] = [];
  for await (const line of readLines<TombstoneLine>(tombstoneFile(folder)))
    if (line.mac === sealOfLine(vault, line)) ids.push(line.account);
  return ids;
};

/** The lines for the file in a folder of backups: those that are there, and the erasures of this installation. */
export async function* linesOfTombstones(
  parts: Pick<Kernel, 'db' | 'vault'>,
  folder: string,
): AsyncGenerator<TombstoneLine> {
  const there = new Set<string>();
  for await (const line of readLines<TombstoneLine>(tombstoneFile(folder))) {
    if (there.has(line.mac)) continue;
    there.add(line.mac);
    yield line;
  }
  for await (const stones of tombstonesOf(parts)) for (const stone of stones) if (!there.has(stone.mac)) yield stone;
}

/**
 * Takes over, once, the anchors and erasures that earlier versions kept in files of the data folder; the files stay.
 * A quiet copy takes nothing over: it must not write to the storage.
 */
export const takeOverFiles = async (parts: KeptBy): Promise<void> => {
  const { db, env, identity } = parts;
  if (identity.isQuiet || identity.trouble || (await isTakenOver(db))) return;
  await gatherErasures(parts);
  await takeOverAnchors(keptParts(parts), anchorFile(env.KONSIL_DATA_DIR));
  await noteTakenOver(db);
};
