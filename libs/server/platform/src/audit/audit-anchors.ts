import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../database/client.ts';
import { auditRecords, keptEntries } from '../database/tables.ts';
import { secondMs } from '../clock.ts';
import type { AuditFault } from './audit.ts';
import {
  appendEntry,
  compareKept,
  entryPages,
  isSealed,
  lastEntry,
  newestEntry,
  pageOfEntries,
  storeAgain,
  takeOverLines,
  type KeptEntry,
  type KeptParts,
} from './kept-chain.ts';
import { readLines } from './kept-lines.ts';
import { noteSecurityEvents } from './security-events.ts';

/** The former file of anchors; read once more, when they are taken over into the chain. */
export const anchorFile = (dataDir: string): string => join(dataDir, 'audit-anchors.jsonl');

type Head = [chain: string, seq: number, hash: string];
/** The time, the last record, and the heads of all chains that grew since the previous anchor. */
type Anchor = [at: string, upTo: number, heads: Head[]];

interface AnchorLine {
  at: string;
  upTo: number;
  heads: Head[];
  mac: string;
}

// Ids are assigned before their transaction commits: look back this far, to include late ones.
const slack = 1000;
/** Limits an anchor to about two megabytes. */
const recordsInOne = 20_000;

const anchorIn = ({ content }: Pick<KeptEntry, 'content'>): Anchor => JSON.parse(content) as Anchor;
const dayOf = (moment: string): string => moment.slice(0, 10);

/** The id of the newest record. */
export const lastRecord = async (db: Database): Promise<number> =>
  Number((await db.execute<{ id: string }>(sql`select coalesce(max(id), 0) as id from ${auditRecords}`)).rows[0]?.id);

/** The age of the oldest record that the last anchor does not cover; 0 if there is none. Reads the anchor's beginning only. */
export const unanchoredSeconds = async (db: Database, now: Date): Promise<number> => {
  const { rows } = await db.execute<{ at: Date | string | null }>(sql`
    select min(at) as at from (select at from ${auditRecords} where id > coalesce((
      select substring(left(content, 100) from '^\\["[^"]*",(\\d+),')::bigint from ${keptEntries} where kind = 'anchors' order by id desc limit 1
    ), 0) order by id limit 1) oldest`);
  const at = rows[0]?.at;
  return at ? Math.max(0, now.getTime() - new Date(at).getTime()) / secondMs : 0;
};

/** Takes over the anchors of an old file. */
export const takeOverAnchors = (parts: Omit<KeptParts, 'vault'>, path: string): Promise<void> => {
  async function* lines() {
    for await (const { at, upTo, heads, mac } of readLines<AnchorLine>(path))
      yield { content: JSON.stringify([at, upTo, heads] satisfies Anchor), mac: String(mac) };
  }
  return takeOverLines(parts, 'anchors', lines());
};

/** Writes at most one anchor. */
const anchorOnce = (
  { db, vault, objects }: KeptParts,
  at: Date,
  tell?: (tx: Tx, mark: string) => Promise<void>,
): Promise<{ upTo: number; wrote: boolean }> =>
  db.transaction(async (tx) => {
    const writer = { tx, vault, objects };
    const newest = await newestEntry(writer, 'anchors');
    // The first of a new series goes on after the last of the series before.
    const last = newest ?? (await lastEntry(tx, 'anchors'));
    const [lastAt, lastUpTo] = last ? anchorIn(last) : ['', 0];
    const { rows } = await tx.execute<{ chain: string; seq: string; hash: Buffer; id: string }>(sql`
      with new as (select chain, seq, hash, id from ${auditRecords} where id > ${lastUpTo - slack} order by id limit ${recordsInOne + slack})
      select distinct on (chain) chain, seq, hash, id from new order by chain, seq desc`);
    const upTo = rows.reduce((most, row) => Math.max(most, Number(row.id)), lastUpTo);
    if (upTo === lastUpTo) return { upTo, wrote: false };
    const anchor: Anchor = [
      at.toISOString(),
      upTo,
      rows.map((row): Head => [row.chain, Number(row.seq), row.hash.toString('base64url')]),
    ];
    const { mac, number } = await appendEntry(writer, 'anchors', newest, { content: JSON.stringify(anchor) });
    const server = { accountId: null, role: 'system' as const };
    await noteSecurityEvents(tx, [{ at, event: 'log_anchored', actor: server, anchor: { number, mark: mac } }]);
    if (dayOf(lastAt) !== dayOf(anchor[0])) await tell?.(tx, mac);
    return { upTo, wrote: true };
  });

/**
 * Writes down the heads of the audit chains in database and storage, so that a truncation is detected.
 * @returns the id of the last record that is anchored
 * @param tell receives the mark of the first anchor of each day, so that it can be kept on another machine
 */
export const anchorAudit = async (
  parts: KeptParts,
  at: Date,
  tell?: (tx: Tx, mark: string) => Promise<void>,
): Promise<number> => {
  for (;;) {
    const { upTo, wrote } = await anchorOnce(parts, at, tell);
    if (!wrote) return upTo;
  }
};

export interface AnchorReport {
  faults: AuditFault[];
  anchors: number;
  /** No anchor was changed or removed between others, and the storage has none that differs. */
  anchorsIntact: boolean;
  /** Anchors that the storage lacked; they were stored there again unless `readOnly`. */
  missing: number;
  markFound: boolean;
}

/**
 * Holds the audit records against the anchors: every head written down must still be there, unchanged.
 * @param mark of an earlier day, from the operator's mail; its anchor must be there too
 * @param readOnly for a quiet copy, which must not write to the storage
 */
export const verifyAnchors = async (
  { db, vault, objects }: KeptParts,
  { mark, readOnly = false }: { mark?: string | undefined; readOnly?: boolean } = {},
): Promise<AnchorReport> => {
  // Anchors that only the storage has are held against the records, too.
  if (!readOnly) await db.transaction((tx) => newestEntry({ tx, vault, objects }, 'anchors'));
  const report: AnchorReport = { faults: [], anchors: 0, anchorsIntact: true, missing: 0, markFound: !mark };
  const before = new Map<string, KeptEntry>();
  for await (const rows of entryPages(db, 'anchors', pageOfEntries)) {
    const states = await Promise.all(rows.map((row) => compareKept(objects, row)));
    for (const [index, row] of rows.entries()) {
      const last = before.get(row.series);
      const follows = row.number === (last?.number ?? 0) + 1 && row.previous === (last?.mac ?? '');
      const isOurs = follows && isSealed(vault, row);
      if (!isOurs || states[index] === 'changed') report.anchorsIntact = false;
      if (states[index] === 'missing') {
        report.missing += 1;
        if (isOurs && !readOnly) await storeAgain(objects, row);
      }
      if (row.mac === mark) report.markFound = true;
      report.anchors += 1;
      report.faults.push(...(await faultsOf(db, anchorIn(row)[2])));
      before.set(row.series, row);
    }
  }
  return report;
};

const faultsOf = async (db: Database, heads: readonly Head[]): Promise<AuditFault[]> => {
  const { rows } = await db.execute<{ chain: string; seq: string; hash: Buffer }>(sql`
    select chain, seq, hash from ${auditRecords}
    where (chain, seq) in (select * from unnest(${sql.param(heads.map(([chain]) => chain))}::uuid[], ${sql.param(heads.map(([, seq]) => seq))}::bigint[]))`);
  const found = new Map(rows.map((row) => [`${row.chain} ${row.seq}`, row.hash.toString('base64url')]));
  return heads.flatMap(([chain, seq, hash]) => {
    const there = found.get(`${chain} ${seq}`);
    return there === hash ? [] : [{ chain, seq, fault: there ? ('changed' as const) : ('missing' as const) }];
  });
};
