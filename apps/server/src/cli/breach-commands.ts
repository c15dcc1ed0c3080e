import { and, countDistinct, eq, gte, like, lt, max, min, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accounts, auditRecords, patients } from '@konsil/server-domain/schema';
import { appendAudit } from '@konsil/server-platform/audit/audit';
import { installationChains } from '@konsil/server-platform/audit/installation-chains';
import { accountByEmail } from '@konsil/server-domain/accounts/accounts.queries';
import { OperatorError, operator } from '@konsil/server-consultation/doctors/invitations';
import { WrongUsage, type Command, type Installation } from './command.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One person's data accessed by one account. */
interface Affected {
  patient_id: string;
  /** The person to notify (Art. 34 GDPR); null if the account was erased. */
  tell: string | null;
  by: string | null;
  by_role: string;
  documents: number;
  reads_and_changes: number;
  refused: number;
  first: string;
  last: string;
}

const momentOf = (name: string, given: string): Date => {
  const moment = new Date(given);
  if (Number.isNaN(moment.getTime()))
    throw new WrongUsage(`--${name} must be a date or a time like 2026-03-01 or 2026-03-01T08:00Z.`);
  return moment;
};

const accountIdOf = async ({ db }: Installation, given: string): Promise<string> => {
  if (uuid.test(given)) return given;
  const found = await accountByEmail(db, given);
  if (!found)
    throw new OperatorError(`There is no account with the address ${given}. An erased one can be given by its id.`);
  return found.id;
};

const affectedBy = async (
  { db, vault, clock }: Installation,
  what: { actorId?: string; documentId?: string; clientId?: string },
  from: Date,
  to: Date,
): Promise<Affected[]> =>
  db.transaction(async (tx) => {
    const holder = alias(accounts, 'holder');
    const actor = alias(accounts, 'actor');
    const rows = await tx
      .select({
        patient_id: auditRecords.chain,
        tell: holder.email,
        by: actor.email,
        by_role: auditRecords.actorRole,
        documents: countDistinct(auditRecords.documentId),
        reads_and_changes: sql<number>`(count(*) filter (where ${auditRecords.result} = 'allowed'))::int`,
        refused: sql<number>`(count(*) filter (where ${auditRecords.result} = 'denied'))::int`,
        first: min(auditRecords.at),
        last: max(auditRecords.at),
      })
      .from(auditRecords)
      .leftJoin(patients, eq(patients.id, auditRecords.chain))
      .leftJoin(holder, eq(holder.id, patients.accountId))
      .leftJoin(actor, eq(actor.id, auditRecords.actorId))
      .where(
        and(
          notInArray(auditRecords.chain, [...installationChains]),
          gte(auditRecords.at, from),
          lt(auditRecords.at, to),
          what.actorId ? eq(auditRecords.actorId, what.actorId) : undefined,
          what.documentId ? eq(auditRecords.documentId, what.documentId) : undefined,
          what.clientId ? like(auditRecords.detail, `%"client":"${what.clientId}"%`) : undefined,
        ),
      )
      .groupBy(auditRecords.chain, holder.email, actor.email, auditRecords.actorRole)
      .orderBy(min(auditRecords.at));
    await appendAudit(tx, vault, operator, clock.now(), [
      {
        action: 'audit.affected',
        result: 'allowed',
        documentId: what.documentId,
        ...(what.clientId ? { detail: { client: what.clientId } } : {}),
      },
    ]);
    return rows.map((row) => ({ ...row, first: row.first?.toISOString() ?? '', last: row.last?.toISOString() ?? '' }));
  });

const lineOf = (row: Affected): string =>
  [
    `patient ${row.patient_id}, tell ${row.tell ?? '(erased)'}:`,
    `${row.reads_and_changes} reads and changes, ${row.refused} refused, ${row.documents} documents, by ${row.by ?? '(erased)'} (${row.by_role}),`,
    `${row.first} to ${row.last}`,
  ].join(' ');

const affected: Command = {
  name: 'audit affected',
  summary: 'List whose data an account, an app or a system saw, or who saw a document, for a breach report',
  usage: '--account <e-mail or id> | --document <id> | --client <id> --from <time> [--to <time>] [--json]',
  help: [
    'Art. 33 and 34 GDPR: within 72 hours, whose data was it, and whom to tell.',
    '--client       the id that "app list" or "client list" shows',
    '--from, --to   dates or times, UTC; --to is now unless given',
    '--json         for programs',
  ],
  options: {
    account: { type: 'string' },
    document: { type: 'string' },
    client: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  words: 0,
  run: async ({ installation, options: { account, document, client, from, to, json }, say }) => {
    if ([account, document, client].filter(Boolean).length !== 1)
      throw new WrongUsage('Give one of --account, --document and --client.');
    if (!from) throw new WrongUsage('--from is missing.');
    if (document && !uuid.test(String(document))) throw new WrongUsage('--document must be the id of a document.');
    if (client && !uuid.test(String(client))) throw new WrongUsage('--client must be the id of an app or a system.');
    const since = momentOf('from', String(from));
    const until = to ? momentOf('to', String(to)) : installation.clock.now();
    const what = account
      ? { actorId: await accountIdOf(installation, String(account)) }
      : document
        ? { documentId: String(document) }
        : { clientId: String(client).toLowerCase() };
    const rows = await affectedBy(installation, what, since, until);
    if (json) return say(JSON.stringify(rows, null, 2));
    say(
      `${new Set(rows.map((row) => row.patient_id)).size} patients from ${since.toISOString()} to ${until.toISOString()}.`,
    );
    for (const row of rows) say(lineOf(row));
  },
};

export const breachCommands: readonly Command[] = [affected];
