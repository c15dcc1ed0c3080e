import { eq, inArray, isNotNull } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { installation, storedObjects } from '@konsil/server-platform/database/tables';
import type { ObjectNames } from './file-store.ts';
import type { Identity } from './identity.ts';
import { Problem } from '@konsil/server-platform/http/problems';

export const nameObjects = async (tx: Tx | Database, keys: readonly string[]): Promise<void> => {
  if (keys.length > 0)
    await tx
      .insert(storedObjects)
      .values(keys.map((key) => ({ key })))
      .onConflictDoNothing();
};

export interface ObjectNamesParts {
  db: Database;
  identity: Identity;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** Records objects before they are stored, and refuses to delete unrecorded ones; each deletion is logged. */
export const objectNames = ({ db, identity, log }: ObjectNamesParts): ObjectNames => ({
  name: async (keys) => {
    if (identity.trouble) {
      log.error({ reason: identity.trouble }, 'nothing is stored');
      throw new Problem('unavailable', { retryAfter: 60 });
    }
    await nameObjects(db, keys);
  },
  deletable: async (keys) => {
    const [quiet] = await db
      .select({ since: installation.quietSince })
      .from(installation)
      .where(isNotNull(installation.quietSince));
    if (quiet || identity.trouble) {
      log.warn({ objects: keys }, 'stored objects stay: this installation is quiet');
      return null;
    }
    const named = new Set(
      (
        await db
          .select()
          .from(storedObjects)
          .where(inArray(storedObjects.key, [...keys]))
      ).map(({ key }) => key),
    );
    const unknown = keys.filter((key) => !named.has(key));
    if (unknown.length > 0) log.error({ objects: unknown }, 'stored objects stay: this database never named them');
    return keys.filter((key) => named.has(key));
  },
  deleted: async (key) => {
    log.info({ object: key }, 'a stored object was deleted');
    await db.delete(storedObjects).where(eq(storedObjects.key, key));
  },
});
