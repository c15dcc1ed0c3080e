import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { verifyChains } from '@konsil/server-platform/audit/audit';
import { verifyAnchors } from '@konsil/server-platform/audit/audit-anchors';
import type { KeptObjects } from '@konsil/server-platform/audit/kept-chain';
import { iso } from '@konsil/server-platform/clock';
import type { Connection, Database } from '@konsil/server-platform/database/client';
import { inTransaction } from '@konsil/server-platform/database/in-transaction';
import type { MasterKeys } from '@konsil/server-platform/keys/keys';
import { NotOpened } from '@konsil/server-platform/keys/crypto';
import { KeyDestroyed, Vault } from '@konsil/server-platform/keys/vault';
import { accounts, cases, documents, importPieces, imports } from '@konsil/server-domain/schema';
import { erasedBeside } from '@konsil/server-privacy/tombstones';
import { openStored } from '@konsil/server-storage/file-store';
import { DamagedFile, ObjectMissing, type ObjectStore } from '@konsil/server-storage/object-store';
import { headOf, requireLists, restoreRows } from './restore-rows.ts';

/** The findings of a drill; every list is empty and every fault 0 if the backup can replace the installation. */
export interface DrillReport {
  backup: string;
  /** The creation time; later changes are not included. */
  made_at: string;
  installation: string;
  started_at: string;
  finished_at: string;
  passed: boolean;
  /** Rows by table, as the backup has them and as the scratch database has them. */
  tables: { table: string; in_backup: number; restored: number }[];
  keys: number;
  /** Every document was decrypted and its checksum compared; `missing` and `damaged` name documents and archives. */
  files: {
    /** `storage`: the backup has no copies, the stored files themselves were read. */
    read_from: 'backup' | 'storage';
    documents: number;
    /** Imported archives, decrypted piece by piece. */
    archives: number;
    bytes: number;
    missing: string[];
    damaged: string[];
    /** View copies and previews: missing ones can be made again. */
    copies: number;
    copies_missing: number;
    copies_damaged: string[];
  };
  access_log: { records: number; faults: { chain: string; seq: number; fault: string }[] };
  anchors: {
    count: number;
    intact: boolean;
    faults: { chain: string; seq: number; fault: string }[];
    /** `same`: the installation's storage has the same anchors. `none`: there was no storage to compare with. */
    storage: 'same' | 'differs' | 'lacks_some' | 'none';
    missing_in_storage: number;
  };
  /** Accounts of the backup that were erased since: its activation erases them again. */
  erased_since: number;
}

export interface DrillParts {
  /** Connection to an empty, migrated database that nobody else uses. */
  connection: Connection;
  masters: MasterKeys;
  /** The installation's storage, only read; null if it is not there. */
  storage: ObjectStore | null;
  now: () => Date;
}

const page = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

const none: KeptObjects = { keep: () => Promise.resolve(false), kept: () => Promise.resolve(null) };
/** Keeps a drill from writing to the installation's storage. */
const readOnly = (storage: KeptObjects): KeptObjects => ({
  keep: (name) => Promise.reject(new Error(`A drill does not write ${name}.`)),
  kept: (name) => storage.kept(name),
});

/** The files of a backup: one folder, named by their keys. */
const filesIn = (folder: string): FilesToRead => ({
  size: async (key: string): Promise<number> => {
    const found = await stat(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!found) throw new ObjectMissing(key);
    return found.size;
  },
  read: (key: string, start: number, end: number) =>
    createReadStream(join(folder, key), { start, end: end - 1 }) as AsyncIterable<Buffer>,
});

type FilesToRead = Pick<ObjectStore, 'size' | 'read'>;

/** The key of a file; null if the row's own, or its owner's, is damaged: the report then names the file. */
const keyOfFile = async (db: Database, vault: Vault, row: { patientId: string; fileKey: Buffer }) => {
  try {
    return await vault.unwrapFileKey(db, row.patientId, row.fileKey);
  } catch (error) {
    if (error instanceof NotOpened || error instanceof KeyDestroyed) return null;
    throw error;
  }
};

type State = 'whole' | 'missing' | 'damaged';

const checkFiles = async (db: Database, vault: Vault, source: FilesToRead, erased: ReadonlySet<string>) => {
  const found: Omit<DrillReport['files'], 'read_from'> = {
    documents: 0,
    archives: 0,
    bytes: 0,
    missing: [],
    damaged: [],
    copies: 0,
    copies_missing: 0,
    copies_damaged: [],
  };
  const stateOf = async (key: string, fileKey: Buffer, sha256?: string | null): Promise<State> => {
    try {
      const hash = createHash('sha256');
      const { read } = await openStored(source, { key, fileKey });
      for await (const piece of read()) {
        hash.update(piece as Buffer);
        found.bytes += (piece as Buffer).length;
      }
      return sha256 && hash.digest('hex') !== sha256 ? 'damaged' : 'whole';
    } catch (error) {
      if (error instanceof ObjectMissing) return 'missing';
      if (error instanceof DamagedFile) return 'damaged';
      throw error;
    }
  };
  for (let after = firstId; ; ) {
    const rows = await db
      .select({ document: documents, accountId: cases.accountId })
      .from(documents)
      .innerJoin(cases, eq(cases.id, documents.caseId))
      .where(gt(documents.id, after))
      .orderBy(documents.id)
      .limit(page);
    for (const { document, accountId } of rows) {
      // Files of erased accounts may have been deleted between the rows and the copies.
      if (erased.has(accountId)) continue;
      const fileKey = await keyOfFile(db, vault, document);
      found.documents += 1;
      if (!fileKey) {
        found.damaged.push(document.id);
        continue;
      }
      const original = await stateOf(document.storageKey, fileKey, document.sha256);
      if (original !== 'whole') found[original].push(document.id);
      for (const [key, sha256] of [
        [document.viewKey, document.viewSha256],
        [document.previewKey, null],
      ] as const) {
        if (!key) continue;
        found.copies += 1;
        const copy = await stateOf(key, fileKey, sha256);
        if (copy === 'missing') found.copies_missing += 1;
        if (copy === 'damaged') found.copies_damaged.push(document.id);
      }
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.document.id;
  }
  // Archives not taken over yet may be deleted at any time.
  for (let after = firstId; ; ) {
    const rows = await db
      .select()
      .from(imports)
      .where(and(gt(imports.id, after), isNotNull(imports.takenAt)))
      .orderBy(imports.id)
      .limit(page);
    for (const archive of rows) {
      if (erased.has(archive.accountId)) continue;
      const fileKey = await keyOfFile(db, vault, archive);
      found.archives += 1;
      if (!fileKey) {
        found.damaged.push(archive.id);
        continue;
      }
      const states = new Set<State>();
      for (const { key } of await db
        .select({ key: importPieces.storageKey })
        .from(importPieces)
        .where(eq(importPieces.importId, archive.id))
        .orderBy(asc(importPieces.position)))
        states.add(await stateOf(key, fileKey));
      if (states.has('missing')) found.missing.push(archive.id);
      if (states.has('damaged')) found.damaged.push(archive.id);
    }
    const last = rows.at(-1);
    if (!last) return found;
    after = last.id;
  }
};

const countTables = async (connection: Connection, expected: ReadonlyMap<string, number>) => {
  const tables: DrillReport['tables'] = [];
  for (const [table, inBackup] of [...expected].sort(([a], [b]) => a.localeCompare(b))) {
    const { rows } = await connection.pool.query<{ count: string }>(`select count(*) from "${table}"`);
    tables.push({ table, in_backup: inBackup, restored: Number(rows[0]?.count ?? 0) });
  }
  return tables;
};

const compareAnchors = async (
  db: Database,
  vault: Vault,
  storage: ObjectStore | null,
  installation: string,
): Promise<DrillReport['anchors']> => {
  const mark = await storage?.readMark();
  const isOurs = storage !== null && mark?.id === installation;
  const alone = await verifyAnchors({ db, vault, objects: none }, { readOnly: true });
  const beside = isOurs ? await verifyAnchors({ db, vault, objects: readOnly(storage) }, { readOnly: true }) : null;
  return {
    count: alone.anchors,
    intact: alone.anchorsIntact,
    faults: alone.faults,
    storage: !beside ? 'none' : !beside.anchorsIntact ? 'differs' : beside.missing > 0 ? 'lacks_some' : 'same',
    missing_in_storage: beside?.missing ?? 0,
  };
};

/**
 * Restores a backup into a scratch database, and proves that it can replace the installation: every row is there, every
 * document opens and has its checksum, the access log is whole and agrees with its anchors. Nothing is sent or written
 * elsewhere; the caller drops the database.
 */
export const drillBackup = async (
  { connection, masters, storage, now }: DrillParts,
  source: string,
): Promise<DrillReport> => {
  const started = now();
  await requireLists(source);
  const head = await headOf(source, masters);
  const { db } = connection;
  const { rows, keys } = await inTransaction(connection.pool, 'begin', (client) =>
    restoreRows(client, source, masters),
  );
  const tables = await countTables(connection, rows);
  const vault = await Vault.open(db, () => Promise.resolve(masters));
  const erased = new Set(await erasedBeside(vault, dirname(source)));
  const chains = await verifyChains(db, vault);
  const anchors = await compareAnchors(db, vault, storage, head.installation.id);
  const copies = filesIn(join(dirname(source), 'files'));
  const stored = head.files === 'in_storage' && storage ? storage : copies;
  const files = await checkFiles(db, vault, stored, erased);
  const back = await db.$count(accounts, sql`${accounts.id} = any(${sql.param([...erased])}::uuid[])`);
  const passed =
    tables.every(({ in_backup, restored }) => in_backup === restored) &&
    chains.faults.length === 0 &&
    anchors.faults.length === 0 &&
    anchors.intact &&
    anchors.storage !== 'differs' &&
    [files.missing, files.damaged, files.copies_damaged].every(({ length }) => length === 0);
  return {
    backup: source,
    made_at: head.made_at,
    installation: head.installation.id,
    started_at: iso(started),
    finished_at: iso(now()),
    passed,
    tables,
    keys,
    files: { read_from: stored === copies ? 'backup' : 'storage', ...files },
    access_log: { records: chains.records, faults: chains.faults },
    anchors,
    erased_since: back,
  };
};
