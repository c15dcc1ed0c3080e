import { mostDoctorsOfClinic, type ClinicPage } from '@konsil/contracts/clinics';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { toClinic, toSite } from '@konsil/server-domain/doctors/clinics';
import { isStaying } from '@konsil/server-domain/accounts/active-doctors';
import { clinicDoctors, clinics, clinicSites, doctors } from '@konsil/server-domain/schema';
import type { Tx } from '@konsil/server-platform/database/client';

/** A clinic that is not archived, with its doctors who can be asked; null if there is none with that id. */
export const clinicPage = async (tx: Tx, id: string): Promise<ClinicPage | null> => {
  const [row] = await tx
    .select()
    .from(clinics)
    .where(and(eq(clinics.id, id), isNull(clinics.archivedAt)));
  if (!row) return null;
  const members = await tx
    .select({ doctor: doctors, site: clinicSites })
    .from(clinicDoctors)
    .innerJoin(doctors, eq(doctors.accountId, clinicDoctors.doctorId))
    .leftJoin(clinicSites, eq(clinicSites.id, clinicDoctors.siteId))
    .where(and(eq(clinicDoctors.clinicId, id), isStaying(tx, doctors.accountId)))
    .orderBy(asc(doctors.lastName), asc(doctors.firstName), asc(doctors.accountId))
    .limit(mostDoctorsOfClinic + 1);
  return {
    ...(await toClinic(tx, row)),
    doctors: members.slice(0, mostDoctorsOfClinic).map(({ doctor, site }) => ({
      id: doctor.accountId,
      name: doctorName(doctor),
      specialty: doctor.specialty,
      site: toSite(site),
    })),
    more_doctors: members.length > mostDoctorsOfClinic,
  };
};
