import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../database/client.ts';
import { locks } from '../database/locks.ts';
import { auditRecords } from '../database/tables.ts';
import type { AuditFault } from './audit.ts';
import { hmac } from '../keys/crypto.ts';
import { appendLine, readLines } from './kept-lines.ts';
import type { Vault } from '../keys/vault.ts';

/** The file outside the database that anchors the audit chains. */
export const anchorFile = (dataDir: string): string => join(dataDir, 'audit-anchors.jsonl');

/** One line of the anchor file: the heads of all chains that grew since the previous line. */
interface Anchor {
  at: string;
  upTo: number;
  heads: [chain: string, seq: number, hash: string][];
  mac: string;
}

// Ids are assigned before their transaction commits: look back this far, to include late ones.
const slack = 1000;

const anchorMac = (vault: Vault, previous: string, anchor: Omit<Anchor, 'mac'>): string =>
  hmac(vault.purposeKey('audit'), 'anchor', previous, JSON.stringify([anchor.at, anchor.upTo, anchor.heads])).toString(
    'base64url',
  );

const dayOf = (moment: string): string => moment.slice(0, 10);

/** The id of the newest record. */
export const lastRecord = async (db: Database): Promise<number> =>
  Number((await db.execute<{ id: string }>(sql`select coalesce(max(id), 0) as id from ${auditRecords}`)).rows[0]?.id);

/**
 * Writes down the heads of the audit chains outside the database, so that a cut tail is noticed.
 * @returns the id of the last record that is anchored
 * @param tell is told the mark of the first anchor of each day, so that it can be kept on another machine
 */
export const anchorAudit = (
  db: Database,
  vault: Vault,
  path: string,
  at: Date,
  tell?: (tx: Tx, mark: string) => Promise<void>,
): Promise<number> =>
  db.transaction(async (tx) => {
    // Processes sharing a data folder take turns, because each line is chained to the previous one.
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.anchors})`);
    const last = (await readLines<Anchor>(path)).at(-1);
    const { rows } = await tx.execute<{ chain: string; seq: string; hash: Buffer; id: string }>(sql`
    select distinct on (chain) chain, seq, hash, id from ${auditRecords} where id > ${(last?.upTo ?? 0) - slack} order by chain, seq desc`);
    const upTo = rows.reduce((most, row) => Math.max(most, Number(row.id)), last?.upTo ?? 0);
    if (upTo === (last?.upTo ?? 0)) return upTo;
    const anchor = {
      at: at.toISOString(),
      upTo,
      heads: rows.map((row): Anchor['heads'][number] => [row.chain, Number(row.seq), row.hash.toString('base64url')]),
    };
    const mac = anchorMac(vault, last?.mac ?? '', anchor);
    await appendLine(path, { ...anchor, mac });
    if (!last || dayOf(last.at) !== dayOf(anchor.at)) await tell?.(tx, mac);
    return upTo;
  });

/**
 * Holds the audit records against the anchors: every head written down must still be there, unchanged.
 * @param mark of an earlier day, from the operator's mail; its anchor must be there too
 */
export const verifyAnchors = async (
  db: Database,
  vault: Vault,
  path: string,
  mark?: string,
): Promise<{ faults: AuditFault[]; anchors: number; anchorsIntact: boolean; markFound: boolean }> => {
  const anchors = await readLines<Anchor>(path);
  const faults: AuditFault[] = [];
  let previous = '';
  let anchorsIntact = true;
  for (const anchor of anchors) {
    if (anchorMac(vault, previous, anchor) !== anchor.mac) anchorsIntact = false;
    previous = anchor.mac;
    const { rows } = await db.execute<{ chain: string; seq: string; hash: Buffer }>(sql`
      select chain, seq, hash from ${auditRecords}
      where (chain, seq) in (select * from unnest(${sql.param(anchor.heads.map(([chain]) => chain))}::uuid[], ${sql.param(anchor.heads.map(([, seq]) => seq))}::bigint[]))`);
    const found = new Map(rows.map((row) => [`${row.chain} ${row.seq}`, row.hash.toString('base64url')]));
    for (const [chain, seq, hash] of anchor.heads) {
      const there = found.get(`${chain} ${seq}`);
      if (there !== hash) faults.push({ chain, seq, fault: there ? 'changed' : 'missing' });
    }
  }
  return {
    faults,
    anchors: anchors.length,
    anchorsIntact,
    markFound: !mark || anchors.some(({ mac }) => mac === mark),
  };
};
