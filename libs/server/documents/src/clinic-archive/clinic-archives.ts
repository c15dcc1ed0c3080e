import { isArchiveToken } from '@konsil/contracts/console-archives';
import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { can, type Actor } from '@konsil/server-domain/access/access';
import { archiveResource, type CaseRow } from '@konsil/server-domain/access/loaders';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { clinicArchives, clinicDoctors, clinics } from '@konsil/server-domain/schema';
import { clinicArchiveSecrets, type ClinicArchiveSecrets } from '@konsil/server-domain/sealed/clinic-archive';
import type { Env } from '@konsil/server-settings/env';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Clock } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { faultOfAddress } from '@konsil/server-platform/http/guarded-call';
import type { FieldFault } from '@konsil/server-platform/http/problems';
import type { Vault } from '@konsil/server-platform/keys/vault';

interface Parts {
  db: Database;
  vault: Vault;
  clock: Clock;
  env: Pick<Env, 'NODE_ENV'>;
}
/**
 * A fault in the connection of an archive, in one sentence for the operator.
 * @param at the field of the console's form, and its message key
 */
export class ArchiveFault extends Error {
  constructor(
    message: string,
    readonly at?: FieldFault,
  ) {
    super(message);
  }
}

/** Basic: `name:password`; or a token. */
export type Credentials = { basic: string } | { bearer: string };
export interface NewArchive {
  url: string;
  credentials: Credentials | null;
}

const commandLine = { accountId: null, role: 'admin' } as const;
const purpose = 'clinic-archives';

const headerOf = (credentials: Credentials | null): string | undefined => {
  if (!credentials) return undefined;
  if ('bearer' in credentials) {
    if (!isArchiveToken(credentials.bearer))
      throw new ArchiveFault('The file has no token.', { path: 'token', code: 'archiveToken' });
    return `Bearer ${credentials.bearer}`;
  }
  if (!/^[^:\p{Cc}]+:\P{Cc}*$/u.test(credentials.basic))
    throw new ArchiveFault('The file must have name:password.', { path: 'name', code: 'archiveUserName' });
  return `Basic ${Buffer.from(credentials.basic).toString('base64')}`;
};

/** @throws {ArchiveFault} */
const secretsOf = ({ url, credentials }: NewArchive, { NODE_ENV }: Parts['env']): ClinicArchiveSecrets => {
  const at = { path: 'url', code: 'archiveAddress' } as const;
  const fault = faultOfAddress(url, NODE_ENV === 'production');
  if (fault) throw new ArchiveFault(fault, at);
  const { href, search } = new URL(url);
  if (search) throw new ArchiveFault('The address must be the DICOMweb root, without ? and what follows.', at);
  const authorization = headerOf(credentials);
  return { url: href.replace(/\/+$/, ''), ...(authorization && { authorization }) };
};

/**
 * Connects an archive to a clinic, replacing the previous one.
 * @throws {ArchiveFault}
 */
export const connectArchiveIn = async (
  tx: Tx,
  { vault, env, now }: Pick<Parts, 'vault' | 'env'> & { now: Date },
  clinicId: string,
  archive: NewArchive,
): Promise<void> => {
  const sealed = vault.sealFor(purpose, clinicArchiveSecrets, secretsOf(archive, env));
  await tx.delete(clinicArchives).where(eq(clinicArchives.clinicId, clinicId));
  await tx.insert(clinicArchives).values({ clinicId, sealed, createdAt: now });
};

/** Fetched images stay. @returns whether the clinic had an archive */
export const disconnectArchiveIn = async (tx: Tx, clinicId: string): Promise<boolean> =>
  (await tx.delete(clinicArchives).where(eq(clinicArchives.clinicId, clinicId)).returning()).length > 0;

/** @throws {ArchiveFault} */
const clinicNamed = async (tx: Tx, named: string): Promise<{ id: string; name: string }> => {
  const [first, ...others] = await tx
    .select({ id: clinics.id, name: clinics.name })
    .from(clinics)
    .where(and(isNull(clinics.archivedAt), sql`${named} in (${clinics.id}::text, ${clinics.name})`))
    .for('update');
  if (!first || others.length > 0)
    throw new ArchiveFault(
      `There ${first ? 'are several clinics' : 'is no clinic'} "${named}": give the id from its address in the console.`,
    );
  return first;
};

const recorded = (
  { db, vault, clock }: Parts,
  action: AuditEntry['action'],
  work: (tx: Tx) => Promise<{ id: string; name: string }>,
): Promise<string> =>
  db.transaction(async (tx) => {
    const clinic = await work(tx);
    const entry = { action, result: 'allowed', detail: { clinic: clinic.id } } as const;
    await appendAudit(tx, vault, commandLine, clock.now(), [entry]);
    return clinic.name;
  });

/** Connects an archive from the command line. @returns the clinic's name @throws {ArchiveFault} */
export const connectArchive = (
  parts: Parts,
  { clinic: named, ...archive }: NewArchive & { clinic: string },
): Promise<string> =>
  recorded(parts, 'clinic.archive_in', async (tx) => {
    const clinic = await clinicNamed(tx, named);
    await connectArchiveIn(tx, { ...parts, now: parts.clock.now() }, clinic.id, archive);
    return clinic;
  });

/** Disconnects an archive from the command line. @returns the clinic's name @throws {ArchiveFault} */
export const disconnectArchive = (parts: Parts, named: string): Promise<string> =>
  recorded(parts, 'clinic.archive_out', async (tx) => {
    const clinic = await clinicNamed(tx, named);
    if (!(await disconnectArchiveIn(tx, clinic.id))) throw new ArchiveFault(`${clinic.name} has no archive.`);
    return clinic;
  });

export interface ConnectedArchive {
  clinic: { id: string; name: string };
  secrets: ClinicArchiveSecrets;
  connectedAt: Date;
}
interface ArchiveRow {
  id: string;
  name: string;
  sealed: Buffer;
  connectedAt: Date;
  memberIds: string[];
}
/** Narrows the clinics down before the access function decides on each. */
const hasMember = (doctorId: string): SQL =>
  sql`exists (select 1 from ${clinicDoctors} d where d.clinic_id = ${clinics.id} and d.doctor_id = ${doctorId})`;
const archivesWhere = (tx: Tx | Database, where?: SQL): Promise<ArchiveRow[]> =>
  tx
    .select({
      id: clinics.id,
      name: clinics.name,
      sealed: clinicArchives.sealed,
      connectedAt: clinicArchives.createdAt,
      memberIds: sql<string[]>`array(select d.doctor_id from ${clinicDoctors} d where d.clinic_id = ${clinics.id})`,
    })
    .from(clinicArchives)
    .innerJoin(clinics, eq(clinics.id, clinicArchives.clinicId))
    .where(and(isNull(clinics.archivedAt), where))
    .orderBy(asc(clinics.name), asc(clinics.id));

const opened = (vault: Vault, { id, name, connectedAt, sealed }: ArchiveRow): ConnectedArchive => ({
  clinic: { id, name },
  secrets: vault.openFor(purpose, clinicArchiveSecrets, sealed),
  connectedAt,
});

/** The archives of all clinics; the key is only asked for if there are any. */
export const listArchives = async (
  db: Database,
  vaultOf: () => Vault | Promise<Vault>,
): Promise<ConnectedArchive[]> => {
  const rows = await archivesWhere(db);
  if (rows.length === 0) return [];
  const vault = await vaultOf();
  return rows.map((row) => opened(vault, row));
};

/** The archive of one clinic for its operator. */
export const archiveOfClinic = async (
  tx: Tx | Database,
  vault: Vault,
  clinicId: string,
): Promise<ConnectedArchive | null> => {
  const [row] = await archivesWhere(tx, eq(clinics.id, clinicId));
  return row ? opened(vault, row) : null;
};

const mayAsk = (actor: Actor, theCase: CaseRow, { memberIds }: ArchiveRow): boolean =>
  can(actor, 'clinicArchive', 'ask', archiveResource(theCase, memberIds));

/** The clinics whose archives the actor may ask for a case. */
export const archivesFor = (tx: Tx, actor: Actor, theCase: CaseRow): Promise<{ id: string; name: string }[]> =>
  withAllRows(tx, async () =>
    (await archivesWhere(tx, hasMember(theCase.doctorId)))
      .filter((row) => mayAsk(actor, theCase, row))
      .map(({ id, name }) => ({ id, name })),
  );

interface Asking {
  actor: Actor;
  theCase: CaseRow;
  clinic: string;
}

/** The archive of one of these clinics; null for any other. */
export const openArchive = async (
  tx: Tx | Database,
  vault: Vault,
  { actor, theCase, clinic }: Asking,
): Promise<ClinicArchiveSecrets | null> => {
  const [row] = await archivesWhere(tx, eq(clinics.id, clinic));
  return row && mayAsk(actor, theCase, row) ? opened(vault, row).secrets : null;
};
