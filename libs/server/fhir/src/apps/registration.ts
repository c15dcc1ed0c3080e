import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { endGrants } from '@konsil/server-domain/patient-apps/app-tokens';
import { appGrants, patientApps } from '@konsil/server-domain/schema';
import { appendAudit } from '@konsil/server-platform/audit/audit';
import type { Clock } from '@konsil/server-platform/clock';
import type { Database } from '@konsil/server-platform/database/client';
import type { Vault } from '@konsil/server-platform/keys/vault';
import type { Env } from '@konsil/server-settings/env';
import { KeyFault, storedKeys, type GivenKeys } from '../auth/client-keys.ts';

interface Parts {
  db: Database;
  vault: Vault;
  clock: Clock;
  env: Pick<Env, 'NODE_ENV'>;
}
/** A fault in the registration of an app, in one sentence for the operator. */
export class AppFault extends Error {}

const commandLine = { accountId: null, role: 'admin' } as const;
const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
const mostCharacters = 500;
/** The parameters that a response adds to a redirect URI (RFC 6749 section 4.1.2, RFC 9207). */
const ownParameters = ['code', 'state', 'iss', 'error', 'error_description'];
/** Those that the portal adds to a launch URI (SMART App Launch 2.2, "Launch App: EHR Launch"). */
const launchParameters = ['iss', 'launch'];
/** Controls, marks that turn the direction of reading, and invisible letters: a patient would read something else. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;

const checkUri = (what: string, text: string, added: readonly string[]): void => {
  const url = /^[\x21-\x7e]+$/.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url || text.length > mostCharacters || /[*\\]/.test(text) || url.username || url.password)
    throw new AppFault(`The ${what} ${text} is no address without a user name, without * and without \\.`);
  const taken = added.find((name) => url.searchParams.has(name));
  if (taken) throw new AppFault(`The ${what} ${text} must have no parameter ${taken}: it is added.`);
  if (text.includes('#')) throw new AppFault(`The ${what} ${text} must have no #.`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw new AppFault(`The ${what} ${text} must begin with https://, or with http:// for the own computer.`);
};
const checkWebsite = (text: string): void => {
  const url = /^https:\/\/[!#-;=?-~]{1,200}$/.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password)
    throw new AppFault('The website must begin with https://, without a user name and without foreign letters.');
};
const named = (what: string, text: string): string => {
  const given = text.trim();
  if (given === '' || given.length > 100 || unseen.test(given))
    throw new AppFault(`The ${what} must have 1 to 100 visible characters.`);
  return given;
};

const keysOf = (env: Parts['env'], given: GivenKeys) =>
  storedKeys(env, given).catch((fault: unknown) => {
    throw fault instanceof KeyFault ? new AppFault(fault.message) : fault;
  });

export interface NewApp {
  name: string;
  operator: string;
  redirectUris: readonly string[];
  website?: string;
  contact?: string;
  launchUri?: string;
  /** The keys of a confidential app; a public one has none. */
  keys?: GivenKeys | undefined;
}
/** Registers an app that patients may let read for them. @throws {AppFault} */
export const addApp = async ({ db, vault, clock, env }: Parts, app: NewApp): Promise<string> => {
  const id = randomUUID();
  if (app.redirectUris.length === 0 || app.redirectUris.length > 10) throw new AppFault('Name 1 to 10 redirect URIs.');
  for (const uri of app.redirectUris) checkUri('redirect URI', uri, ownParameters);
  if (app.launchUri) checkUri('launch URI', app.launchUri, launchParameters);
  const keys = app.keys && (await keysOf(env, app.keys));
  if (app.website) checkWebsite(app.website);
  await db.transaction(async (tx) => {
    await tx.insert(patientApps).values({
      id,
      name: named('name', app.name),
      operator: named('operator', app.operator),
      website: app.website || null,
      contact: app.contact ? named('contact', app.contact) : null,
      redirectUris: [...new Set(app.redirectUris)],
      launchUri: app.launchUri || null,
      ...keys,
      createdAt: clock.now(),
    });
    await appendAudit(tx, vault, commandLine, clock.now(), [
      { action: 'client.add', result: 'allowed', detail: { client: id } },
    ]);
  });
  return id;
};

/** Ends an app, and at once everything that patients allowed it. @throws {AppFault} */
export const removeApp = async ({ db, vault, clock }: Omit<Parts, 'env'>, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    const [removed] = await tx
      .update(patientApps)
      .set({ removedAt: now, jwks: null, jwksUrl: null })
      .where(and(eq(patientApps.id, id), isNull(patientApps.removedAt)))
      .returning({ id: patientApps.id });
    if (!removed) throw new AppFault(`There is no app ${id}.`);
    const ended = await endGrants(tx, eq(appGrants.appId, id), now);
    await appendAudit(tx, vault, commandLine, now, [
      { action: 'client.remove', result: 'allowed', detail: { client: id } },
      ...ended.map(({ patientId }) => ({
        action: 'app.end' as const,
        result: 'allowed' as const,
        patientId,
        detail: { client: id },
      })),
    ]);
  });

/** Replaces the keys of a confidential app; it keeps what patients allowed it. @throws {AppFault} */
export const rotateApp = async ({ db, vault, clock, env }: Parts, id: string, given: GivenKeys): Promise<void> => {
  const keys = await keysOf(env, given);
  await db.transaction(async (tx) => {
    const [rotated] = await tx
      .update(patientApps)
      .set({ ...keys, keysVersion: sql`${patientApps.keysVersion} + 1` })
      .where(
        and(
          eq(patientApps.id, id),
          isNull(patientApps.removedAt),
          // A public app asks with its id alone: with keys, its installed copies would stop working.
          or(isNotNull(patientApps.jwks), isNotNull(patientApps.jwksUrl)),
        ),
      )
      .returning({ id: patientApps.id });
    if (!rotated) throw new AppFault(`There is no confidential app ${id}.`);
    await appendAudit(tx, vault, commandLine, clock.now(), [
      { action: 'client.rotate', result: 'allowed', detail: { client: id } },
    ]);
  });
};

export const listRegisteredApps = ({ db }: Pick<Parts, 'db'>) =>
  db
    .select()
    .from(patientApps)
    .where(isNull(patientApps.removedAt))
    .orderBy(asc(patientApps.createdAt), asc(patientApps.id));
