import type { ClinicFields, ConsoleClinic, ListedClinic } from '@konsil/contracts/console-clinics';
import type { Page } from '@konsil/contracts/common';
import { findDoctors } from '@konsil/contracts/find-doctors';
import { matchesWords } from '@konsil/contracts/fold';
import { and, asc, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { doctorsOfPool } from '@konsil/server-domain/access/pools';
import { endPool } from '@konsil/server-consultation/pools/end-pool';
import { toClinic, type ClinicRow } from '@konsil/server-domain/doctors/clinics';
import { isActiveDoctor } from '@konsil/server-domain/accounts/active-doctors';
import { findStaying, listDoctors } from '@konsil/server-domain/doctors/doctors.queries';
import { joinClientsOfClinic, leaveClientsOfClinic } from '@konsil/server-domain/backend-clients/acting-clients';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { SystemWork } from '@konsil/server-domain/kernel/work';
import { accounts, backendClients, clinicDoctors, clinics, clinicSites, doctors } from '@konsil/server-domain/schema';
import { isoOrNull } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { pageSize, sliceSortedPage } from '@konsil/server-platform/http/cursors';
import { invalid, Problem } from '@konsil/server-platform/http/problems';

const rowOf = async (tx: Tx, id: string, locked = false): Promise<ClinicRow> => {
  const found = tx.select().from(clinics).where(eq(clinics.id, id));
  const [row] = await (locked ? found.for('update') : found);
  if (!row) throw new Problem('not_found');
  return row;
};

/** A clinic as operators see it. */
export const showClinic = async (tx: Tx, row: ClinicRow): Promise<ConsoleClinic> => {
  const members = await tx
    .select({ doctor: doctors, siteId: clinicDoctors.siteId, active: sql<boolean>`(${isActiveDoctor})` })
    .from(clinicDoctors)
    .innerJoin(doctors, eq(doctors.accountId, clinicDoctors.doctorId))
    .innerJoin(accounts, eq(accounts.id, doctors.accountId))
    .where(eq(clinicDoctors.clinicId, row.id))
    .orderBy(asc(doctors.lastName), asc(doctors.firstName), asc(doctors.accountId));
  const systems = await tx
    .select()
    .from(backendClients)
    .where(and(eq(backendClients.clinicId, row.id), isNull(backendClients.removedAt)))
    .orderBy(asc(backendClients.createdAt), asc(backendClients.id));
  return {
    ...(await toClinic(tx, row)),
    version: row.version,
    sender_name: row.senderName,
    pool: row.pool,
    archived_at: isoOrNull(row.archivedAt),
    systems: systems.map(({ id, name, scopes, lastTokenAt }) => ({
      id,
      name,
      scopes,
      last_token_at: isoOrNull(lastTokenAt),
    })),
    doctors: members.map(({ doctor, siteId, active }) => ({
      id: doctor.accountId,
      name: doctorName(doctor),
      specialty: doctor.specialty,
      site_id: siteId,
      active,
    })),
  };
};

export const readClinic = async (tx: Tx, id: string): Promise<ConsoleClinic> => showClinic(tx, await rowOf(tx, id));

/** One page of the clinics, by name; a search finds names and cities. */
export const listClinics = async (
  { vault }: Pick<Kernel, 'vault'>,
  tx: Tx,
  query: { search?: string; cursor?: string; limit?: string; archived?: 'true' | 'false' },
): Promise<Page<ListedClinic>> => {
  const { search = '', archived } = query;
  const rows = await tx
    .select({
      id: clinics.id,
      name: clinics.name,
      archivedAt: clinics.archivedAt,
      cities: sql<
        string[]
      >`array(select distinct s.city from ${clinicSites} s where s.clinic_id = clinics.id order by 1)`,
      doctors: sql<number>`(select count(*)::int from ${clinicDoctors} d where d.clinic_id = clinics.id)`,
    })
    .from(clinics)
    .where(archived === 'true' ? isNotNull(clinics.archivedAt) : isNull(clinics.archivedAt))
    .orderBy(asc(clinics.name), asc(clinics.id));
  const found = rows.filter(({ name, cities }) =>
    matchesWords([name, ...cities].join(' '), search, { forgiving: false }),
  );
  const page = sliceSortedPage(vault, 'clinics', found, query.cursor, pageSize(query.limit));
  return {
    items: page.rows.map(({ archivedAt, ...row }) => ({ ...row, archived_at: isoOrNull(archivedAt) })),
    next_cursor: page.next_cursor,
    total: found.length,
  };
};

/** Sites keep their id, so that their doctors stay there; those of a removed one belong to the whole clinic. */
const saveSites = async (tx: Tx, clinicId: string, sites: ClinicFields['sites']): Promise<void> => {
  const known = await tx.select({ id: clinicSites.id }).from(clinicSites).where(eq(clinicSites.clinicId, clinicId));
  const isKnown = (id: string | undefined): id is string => known.some((site) => site.id === id);
  const kept = sites.flatMap(({ id }) => (isKnown(id) ? id : []));
  if (new Set(kept).size < kept.length) throw invalid({ path: 'sites', code: 'invalid' });
  await tx
    .delete(clinicSites)
    .where(and(eq(clinicSites.clinicId, clinicId), kept.length > 0 ? notInArray(clinicSites.id, kept) : undefined));
  for (const [position, { id, ...fields }] of sites.entries())
    if (isKnown(id))
      await tx
        .update(clinicSites)
        .set({ ...fields, position })
        .where(eq(clinicSites.id, id));
    else await tx.insert(clinicSites).values({ clinicId, ...fields, position });
};

/** The fields with the logo as it is stored. */
export type StoredClinicFields = Omit<ClinicFields, 'logo'> & { logo?: Buffer | null | undefined };

const columnsOf = (fields: StoredClinicFields) => ({
  name: fields.name,
  senderName: fields.sender_name,
  accent: fields.accent,
  imprintDe: fields.imprint_de,
  imprintEn: fields.imprint_en,
  ...(fields.price_de !== undefined && { priceDe: fields.price_de }),
  ...(fields.price_en !== undefined && { priceEn: fields.price_en }),
  ...(fields.logo !== undefined && { logo: fields.logo }),
});

export const addClinic = async (tx: Tx, fields: StoredClinicFields, now: Date): Promise<ConsoleClinic> => {
  const [row] = await tx
    .insert(clinics)
    .values({ ...columnsOf(fields), createdAt: now })
    .returning();
  if (!row) throw new Error('The clinic was not stored.');
  await saveSites(tx, row.id, fields.sites);
  return showClinic(tx, row);
};

const change = async (tx: Tx, id: string, changes: Partial<ClinicRow>): Promise<ClinicRow> => {
  const [row] = await tx.update(clinics).set(changes).where(eq(clinics.id, id)).returning();
  if (!row) throw new Error('The clinic is missing.');
  return row;
};

/** @throws {Problem} `version_conflict` with the newer state */
export const updateClinic = async (
  tx: Tx,
  id: string,
  { version, ...fields }: StoredClinicFields & { version: number },
): Promise<ConsoleClinic> => {
  const row = await rowOf(tx, id, true);
  if (version < row.version) throw new Problem('version_conflict', { current: await showClinic(tx, row) });
  await saveSites(tx, id, fields.sites);
  return showClinic(tx, await change(tx, id, { ...columnsOf(fields), version: row.version + 1 }));
};

/**
 * Doctors, sites and texts stay, so that it can come back. So does the version, which belongs to the fields of the form.
 * @throws {Problem} `not_allowed_now` if nothing would change
 */
export const archiveClinic = async (tx: Tx, id: string, archived: boolean, now: Date): Promise<ConsoleClinic> => {
  const row = await rowOf(tx, id, true);
  if ((row.archivedAt !== null) === archived) throw new Problem('not_allowed_now');
  if (archived) await endPool({ tx, now }, id, await doctorsOfPool(tx, id));
  return showClinic(tx, await change(tx, id, { archivedAt: archived ? now : null }));
};

/**
 * Lets the doctors of a clinic take cases together, or no longer: then each case in the pool stays with its doctor.
 * @throws {Problem} `not_allowed_now` if nothing would change
 */
export const setPool = async (tx: Tx, id: string, on: boolean, now: Date): Promise<ConsoleClinic> => {
  const row = await rowOf(tx, id, true);
  if (row.pool === on) throw new Problem('not_allowed_now');
  if (!on) await endPool({ tx, now }, id, await doctorsOfPool(tx, id));
  return showClinic(tx, await change(tx, id, { pool: on }));
};

/**
 * Adds a doctor, moves them to another site, or takes them out; what they put into the pool stays with them.
 * @returns the clinic, and the ids of the systems that no longer act for the doctor
 * @throws {Problem} `invalid` for somebody who is not in the directory, or a site of another clinic
 */
export const setDoctor = async (
  { tx, kernel, now }: SystemWork,
  id: string,
  { doctor: doctorId, site: siteId, belongs }: { doctor: string; site: string | null; belongs: boolean },
): Promise<{ clinic: ConsoleClinic; left: string[] }> => {
  const row = await rowOf(tx, id, true);
  if (belongs) {
    if (!(await findStaying(tx, doctorId))) throw invalid({ path: 'doctor', code: 'doctorMissing' });
    const isOurs = and(eq(clinicSites.clinicId, id), inArray(clinicSites.id, siteId ? [siteId] : []));
    if (siteId && (await tx.$count(clinicSites, isOurs)) === 0) throw invalid({ path: 'site', code: 'selectOption' });
    const isMember = and(eq(clinicDoctors.clinicId, id), eq(clinicDoctors.doctorId, doctorId));
    const isNew = (await tx.$count(clinicDoctors, isMember)) === 0;
    await tx
      .insert(clinicDoctors)
      .values({ clinicId: id, doctorId, siteId })
      .onConflictDoUpdate({ target: [clinicDoctors.clinicId, clinicDoctors.doctorId], set: { siteId } });
    // A doctor who only moves to another site may have ended a system for themselves.
    if (isNew) await joinClientsOfClinic(tx, kernel, { clinicId: id, doctorId });
    return { clinic: await showClinic(tx, row), left: [] };
  }
  const told = row.pool ? await doctorsOfPool(tx, id) : [];
  await tx.delete(clinicDoctors).where(and(eq(clinicDoctors.clinicId, id), eq(clinicDoctors.doctorId, doctorId)));
  await endPool({ tx, now }, id, told, doctorId);
  const left = await leaveClientsOfClinic(tx, id, doctorId);
  return { clinic: await showClinic(tx, row), left };
};

const mostFound = 20;

/** Doctors of the directory by name, specialty or city. */
export const findByName = async (tx: Tx, search: string) => {
  const found = findDoctors(await listDoctors(tx), search);
  return {
    items: found.slice(0, mostFound).map(({ id, name, specialty, city }) => ({ id, name, specialty, city })),
    more: found.length > mostFound,
  };
};
