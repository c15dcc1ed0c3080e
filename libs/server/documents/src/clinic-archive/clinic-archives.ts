import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '@konsil/server-domain/access/access';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { isAssistant } from '@konsil/server-domain/access/sides';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { clinicArchives, clinicDoctors, clinics } from '@konsil/server-domain/schema';
import { clinicArchiveSecrets, type ClinicArchiveSecrets } from '@konsil/server-domain/sealed/clinic-archive';
import type { Env } from '@konsil/server-settings/env';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Clock } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { faultOfAddress } from '@konsil/server-platform/http/guarded-call';
import type { Vault } from '@konsil/server-platform/keys/vault';

interface Parts {
  db: Database;
  vault: Vault;
  clock: Clock;
  env: Pick<Env, 'NODE_ENV'>;
}
/** A fault in the connection of an archive, in one sentence for the operator. */
export class ArchiveFault extends Error {}

/** Basic: `name:password`; or a token. */
export type Credentials = { basic: string } | { bearer: string };

const commandLine = { accountId: null, role: 'admin' } as const;
const purpose = 'clinic-archives';

const headerOf = (credentials: Credentials | null): string | undefined => {
  if (!credentials) return undefined;
  if ('bearer' in credentials) {
    if (!/^[\w.~+/=-]+$/.test(credentials.bearer)) throw new ArchiveFault('The file has no token.');
    return `Bearer ${credentials.bearer}`;
  }
  if (!/^[^:\p{Cc}]+:\P{Cc}*$/u.test(credentials.basic)) throw new ArchiveFault('The file must have name:password.');
  return `Basic ${Buffer.from(credentials.basic).toString('base64')}`;
};

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

/** Connects an archive to a clinic, in place of the one before. @returns the clinic's name @throws {ArchiveFault} */
export const connectArchive = (
  parts: Parts,
  { clinic: named, url, credentials }: { clinic: string; url: string; credentials: Credentials | null },
): Promise<string> => {
  const fault = faultOfAddress(url, parts.env.NODE_ENV === 'production');
  if (fault) throw new ArchiveFault(fault);
  const { href, search } = new URL(url);
  if (search) throw new ArchiveFault('The address must be the DICOMweb root, without ? and what follows.');
  const authorization = headerOf(credentials);
  const secrets = { url: href.replace(/\/+$/, ''), ...(authorization && { authorization }) };
  return recorded(parts, 'clinic.archive_in', async (tx) => {
    const clinic = await clinicNamed(tx, named);
    await tx.delete(clinicArchives).where(eq(clinicArchives.clinicId, clinic.id));
    const sealed = parts.vault.sealFor(purpose, clinicArchiveSecrets, secrets);
    await tx.insert(clinicArchives).values({ clinicId: clinic.id, sealed, createdAt: parts.clock.now() });
    return clinic;
  });
};

/** @returns the clinic's name @throws {ArchiveFault} */
export const disconnectArchive = (parts: Parts, named: string): Promise<string> =>
  recorded(parts, 'clinic.archive_out', async (tx) => {
    const clinic = await clinicNamed(tx, named);
    const gone = await tx.delete(clinicArchives).where(eq(clinicArchives.clinicId, clinic.id)).returning();
    if (gone.length === 0) throw new ArchiveFault(`${clinic.name} has no archive.`);
    return clinic;
  });

const openRow = (vault: Vault, { sealed }: Pick<typeof clinicArchives.$inferSelect, 'sealed'>): ClinicArchiveSecrets =>
  vault.openFor(purpose, clinicArchiveSecrets, sealed);

export interface ConnectedArchive {
  clinic: { id: string; name: string };
  secrets: ClinicArchiveSecrets;
}
const archivesWhere = async (tx: Tx | Database, where?: SQL) =>
  tx
    .select({ id: clinics.id, name: clinics.name, sealed: clinicArchives.sealed })
    .from(clinicArchives)
    .innerJoin(clinics, eq(clinics.id, clinicArchives.clinicId))
    .where(and(isNull(clinics.archivedAt), where))
    .orderBy(asc(clinics.name), asc(clinics.id));

export const listArchives = async ({ db, vault }: Pick<Parts, 'db' | 'vault'>): Promise<ConnectedArchive[]> =>
  (await archivesWhere(db)).map(({ id, name, ...row }) => ({ clinic: { id, name }, secrets: openRow(vault, row) }));

/** The doctor of the case, and a deputy themselves: each must belong to the clinic. An assistant has its doctor's. */
const membersOf = (actor: Actor, { doctorId }: Pick<CaseRow, 'doctorId'>): string[] => [
  ...new Set([doctorId, ...(isAssistant(actor) ? [] : [actor.accountId])]),
];
const ofMembers = (actor: Actor, theCase: Pick<CaseRow, 'doctorId'>): SQL => {
  const members = membersOf(actor, theCase);
  return sql`(select count(*) from ${clinicDoctors} d where d.clinic_id = ${clinics.id} and ${inArray(sql`d.doctor_id`, members)}) = ${members.length}`;
};

/** The clinics whose archives the actor may ask for a case. */
export const archivesFor = (
  tx: Tx,
  actor: Actor,
  theCase: Pick<CaseRow, 'doctorId'>,
): Promise<{ id: string; name: string }[]> =>
  withAllRows(tx, async () =>
    (await archivesWhere(tx, ofMembers(actor, theCase))).map(({ id, name }) => ({ id, name })),
  );

/** The archive of one of these clinics; null for any other. */
export const openArchive = async (
  { db, vault }: Pick<Parts, 'db' | 'vault'>,
  { actor, theCase, clinic }: { actor: Actor; theCase: Pick<CaseRow, 'doctorId'>; clinic: string },
): Promise<ClinicArchiveSecrets | null> => {
  const [row] = await archivesWhere(db, and(eq(clinics.id, clinic), ofMembers(actor, theCase)));
  return row ? openRow(vault, row) : null;
};
