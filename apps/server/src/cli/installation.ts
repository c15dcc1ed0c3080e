import type { FastifyBaseLogger } from 'fastify';
import { readEnv } from '@konsil/server-settings/env';
import { recordSecurityEvents } from '@konsil/server-platform/audit/security-events';
import { hasSinks } from '@konsil/server-platform/audit/security-sinks';
import { systemClock } from '@konsil/server-platform/clock';
import { Identity, quietNotice } from '@konsil/server-storage/identity';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { Limits } from '@konsil/server-platform/limits';
import { settingsOfLimits, sizesOf } from '@konsil/server-domain/accounts/account-limits';
import { objectNames } from '@konsil/server-storage/object-names';
import { Sessions } from '@konsil/server-domain/sessions/sessions';
import { Vault } from '@konsil/server-platform/keys/vault';
import { openFileStore } from '@konsil/server-storage/open-store';
import { openDatabase } from '../database.ts';
import type { Command, Installation } from './command.ts';

const log = {
  info: () => undefined,
  warn: (_of: unknown, words?: string) => console.error(words),
  error: (_of: unknown, words?: string) => console.error(words),
} as Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** Opens the configured installation; joins a running embedded database. */
export const openInstallation = async ({ asItIs = false }: Pick<Command, 'asItIs'>): Promise<Installation> => {
  const env = readEnv();
  const { connection, prepare, close } = await openDatabase(env, {
    max: 4,
    name: 'konsil command line',
    log: () => undefined,
  });
  try {
    await prepare((line) => console.error(line));
    const { db } = connection;
    recordSecurityEvents(hasSinks(env));
    const identity = asItIs ? await Identity.look({ db, env }) : await Identity.open({ db, env });
    if (!asItIs && identity.quiet) console.error(quietNotice(identity.id, identity.quiet.reason));
    const vault = await Vault.open(connection.db, () => loadMasterKeys(env));
    return {
      env: identity.env,
      clock: systemClock,
      connection,
      db,
      vault,
      identity,
      files: openFileStore(identity.env, objectNames({ db, identity, log })),
      close,
      sessions: new Sessions(connection.db, vault, systemClock, env),
      limits: new Limits(connection.db, vault, systemClock, env.KONSIL_LIMITS_FACTOR, sizesOf(env), settingsOfLimits),
    };
  } catch (error) {
    await close();
    throw error;
  }
};
