import type { AllowedApp } from '@konsil/contracts/patient-apps';
import { inArray } from 'drizzle-orm';
import { iso } from '@konsil/server-platform/clock';
import type { Env } from '@konsil/server-settings/env';
import { readsOf } from '../backend-clients/scopes.ts';
import type { Work } from '../kernel/work.ts';
import { openPatient } from '../patients/patient-record.ts';
import { patients } from '../schema.ts';
import { openGrants } from './app-tokens.ts';

/** The page on which patients end them. */
export const allowedAppsAddress = ({ origins }: Pick<Env, 'origins'>): string =>
  `${origins.patient}/patient/privacy#apps`;

/**
 * The apps that may read for the account's persons, newest first. On each device, and each time it asks anew, an app gets an
 * access of its own; the patient decides about the app, so these are one.
 */
export const listAllowedApps = async ({ tx, actor, now, kernel: { vault } }: Work): Promise<AllowedApp[]> => {
  const open = new Map<string, Awaited<ReturnType<typeof openGrants>>>();
  for (const one of await openGrants(tx, actor.accountId, now)) {
    const key = `${one.grant.appId} ${one.grant.patientId}`;
    open.set(key, [...(open.get(key) ?? []), one]);
  }
  const ids = [...open.values()].flatMap(([first]) => first?.grant.patientId ?? []);
  const rows = ids.length > 0 ? await tx.select().from(patients).where(inArray(patients.id, ids)) : [];
  const names = new Map<string, AllowedApp['patient']>();
  for (const row of rows) {
    const { first_name, last_name, gender, date_of_birth } = await openPatient(tx, vault, row);
    names.set(row.id, { id: row.id, first_name, last_name, gender, date_of_birth });
  }
  return [...open.values()].flatMap((its) => {
    const [newest] = its;
    const patient = newest && names.get(newest.grant.patientId);
    if (!newest || !patient) return [];
    const { name, operator, website, contact, launchUri } = newest.app;
    const grants = its.map(({ grant }) => grant);
    const used = grants.flatMap(({ lastUsedAt }) => lastUsedAt?.getTime() ?? []);
    return [
      {
        id: newest.grant.id,
        name,
        operator,
        website,
        contact,
        patient,
        can_open: launchUri !== null,
        reads: readsOf(grants.flatMap(({ scopes }) => scopes)),
        since: iso(new Date(Math.min(...grants.map(({ createdAt }) => createdAt.getTime())))),
        until: iso(new Date(Math.max(...grants.map(({ expiresAt }) => expiresAt.getTime())))),
        last_used_at: used.length > 0 ? iso(new Date(Math.max(...used))) : null,
      },
    ];
  });
};
