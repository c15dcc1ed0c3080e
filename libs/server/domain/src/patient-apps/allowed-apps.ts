import type { AllowedApp } from '@konsil/contracts/patient-apps';
import { inArray } from 'drizzle-orm';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import type { Env } from '@konsil/server-settings/env';
import { readsOf } from '../backend-clients/scopes.ts';
import type { Work } from '../http/work.ts';
import { openPatient } from '../patients/patient-record.ts';
import { patients } from '../schema.ts';
import { openGrants } from './app-tokens.ts';

/** The page on which patients end them. */
export const allowedAppsAddress = ({ origins }: Pick<Env, 'origins'>): string =>
  `${origins.patient}/patient/privacy#apps`;

/** The apps that may read for the account's persons, newest first. */
export const listAllowedApps = async ({ tx, actor, now, kernel: { vault } }: Work): Promise<AllowedApp[]> => {
  const open = await openGrants(tx, actor.accountId, now);
  const ids = open.map(({ grant }) => grant.patientId);
  const rows = ids.length > 0 ? await tx.select().from(patients).where(inArray(patients.id, ids)) : [];
  const names = new Map<string, AllowedApp['patient']>();
  for (const row of rows) {
    const { first_name, last_name, gender, date_of_birth } = await openPatient(tx, vault, row);
    names.set(row.id, { id: row.id, first_name, last_name, gender, date_of_birth });
  }
  return open.flatMap(({ grant, app: { name, operator, website, contact } }) => {
    const patient = names.get(grant.patientId);
    return patient
      ? [
          {
            id: grant.id,
            name,
            operator,
            website,
            contact,
            patient,
            reads: readsOf(grant.scopes),
            since: iso(grant.createdAt),
            until: iso(grant.expiresAt),
            last_used_at: isoOrNull(grant.lastUsedAt),
          },
        ]
      : [];
  });
};
