import type { Clinic, NamedClinic } from '@konsil/contracts/clinics';
import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { cases, clinicDoctors, clinics, clinicSites, doctors } from '../schema.ts';

export type ClinicRow = typeof clinics.$inferSelect;

type Site = Pick<typeof clinicSites.$inferSelect, 'name' | 'city'>;
/** A site beside a doctor. */
export const toSite = (site: Site | null): NamedClinic['site'] => site && { name: site.name, city: site.city };

/** SQL: the clinics of a doctor that are not archived, by name. @param doctorId a value, or a column with its table */
export const clinicsBeside = (doctorId: SQL): SQL<NamedClinic[]> => sql<NamedClinic[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'site',
    case when s.id is not null then jsonb_build_object('name', s.name, 'city', s.city) end)
    || jsonb_strip_nulls(jsonb_build_object('price_de', nullif(c.price_de, ''), 'price_en', nullif(c.price_en, '')))
    order by c.name, c.id), '[]')
  from ${clinicDoctors} d join ${clinics} c on c.id = d.clinic_id left join ${clinicSites} s on s.id = d.site_id
  where d.doctor_id = ${doctorId} and c.archived_at is null)`;

/** The clinics of several doctors that are not archived, by doctor. */
export const clinicsOf = async (
  tx: Pick<Tx, 'select'>,
  doctorIds: readonly string[],
): Promise<ReadonlyMap<string, NamedClinic[]>> => {
  if (doctorIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: doctors.accountId, named: clinicsBeside(sql`doctors.account_id`) })
    .from(doctors)
    .where(inArray(doctors.accountId, [...doctorIds]));
  return new Map(rows.map(({ id, named }) => [id, named]));
};

/** A clinic as everybody signed in sees it. */
export const toClinic = async (tx: Pick<Tx, 'select'>, row: ClinicRow): Promise<Clinic> => {
  const sites = await tx
    .select()
    .from(clinicSites)
    .where(eq(clinicSites.clinicId, row.id))
    .orderBy(asc(clinicSites.position), asc(clinicSites.id));
  return {
    id: row.id,
    name: row.name,
    logo: row.logo && `data:image/png;base64,${row.logo.toString('base64')}`,
    accent: row.accent,
    imprint_de: row.imprintDe,
    imprint_en: row.imprintEn,
    price_de: row.priceDe,
    price_en: row.priceEn,
    sites: sites.map(({ id, name, street, zipcode, city, phone }) => ({ id, name, street, zipcode, city, phone })),
  };
};

/**
 * The clinic's name as the sender of an e-mail about these cases, if it is the only clinic of each of their doctors;
 * undefined for a doctor of several clinics, because the patient may know them from another one.
 */
export const senderOf = async (
  tx: Pick<Tx, 'select'>,
  caseIds: readonly (string | null)[],
): Promise<string | undefined> => {
  const ids = [...new Set(caseIds)];
  if (ids.length === 0 || ids.includes(null)) return undefined;
  const rows = await tx
    .select({ caseId: cases.id, clinicId: clinics.id, sender: clinics.senderName })
    .from(cases)
    .innerJoin(clinicDoctors, eq(clinicDoctors.doctorId, cases.doctorId))
    .innerJoin(clinics, eq(clinics.id, clinicDoctors.clinicId))
    .where(
      and(
        inArray(
          cases.id,
          ids.flatMap((id) => id ?? []),
        ),
        isNull(clinics.archivedAt),
      ),
    );
  const [first] = rows;
  return first && rows.length === ids.length && rows.every(({ clinicId }) => clinicId === first.clinicId)
    ? first.sender || undefined
    : undefined;
};
