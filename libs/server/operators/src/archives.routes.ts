import {
  consoleArchiveRoutes as contracts,
  type ArchiveFields,
  type ArchiveSignIn,
  type ConsoleArchive,
} from '@konsil/contracts/console-archives';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { tryArchive } from '@konsil/server-documents/clinic-archive/ask-archive';
import {
  ArchiveFault,
  archiveOfClinic,
  connectArchiveIn,
  disconnectArchiveIn,
  type ConnectedArchive,
  type Credentials,
} from '@konsil/server-documents/clinic-archive/clinic-archives';
import { operating } from '@konsil/server-domain/access/addresses';
import { archiveHits } from '@konsil/server-domain/accounts/account-limits';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { route } from '@konsil/server-domain/http/route';
import { clinics } from '@konsil/server-domain/schema';
import type { Tx } from '@konsil/server-platform/database/client';
import { invalid, Problem } from '@konsil/server-platform/http/problems';

const signInOf = ({ secrets: { authorization } }: ConnectedArchive): ArchiveSignIn => {
  if (!authorization) return 'none';
  return authorization.startsWith('Basic ') ? 'basic' : 'bearer';
};
const shown = (archive: ConnectedArchive | null): { archive: ConsoleArchive | null } => ({
  archive: archive && {
    url: archive.secrets.url,
    sign_in: signInOf(archive),
    connected_at: archive.connectedAt.toISOString(),
  },
});
const credentialsIn = ({ sign_in: by, name, password, token }: ArchiveFields): Credentials | null => {
  if (by === 'none') return null;
  return by === 'basic' ? { basic: `${name}:${password}` } : { bearer: token };
};

/** Locked, so that a clinic is not archived meanwhile. @throws {Problem} `not_found` for an archived clinic, too */
const requireClinic = async (tx: Tx, id: string): Promise<void> => {
  const [row] = await tx
    .select({ id: clinics.id })
    .from(clinics)
    .where(and(eq(clinics.id, id), isNull(clinics.archivedAt)))
    .for('update');
  if (!row) throw new Problem('not_found');
};

/** The image archive of a clinic in the console; the command line does the same (`konsil clinic connect-archive`). */
export const archiveRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const { vault, env } = kernel;

  route(app, contracts.consoleArchive, {
    access: operating('doctors'),
    handler: ({ tx, params }) =>
      withAllRows(tx, async () => {
        if ((await tx.$count(clinics, eq(clinics.id, params.id))) === 0) throw new Problem('not_found');
        return shown(await archiveOfClinic(tx, vault, params.id));
      }),
  });

  route(app, contracts.tryConsoleArchive, {
    access: operating('doctors'),
    prepare: async ({ params, session, db, now }) => {
      const archive = await archiveOfClinic(db, vault, params.id);
      if (!archive) throw new Problem('not_found');
      await kernel.limits.count(...archiveHits(session.accountId));
      const problem = await tryArchive({ ...archive.secrets, networks: env.ARCHIVE_PRIVATE_NETWORKS });
      return { failure: problem?.failure ?? null, reason: problem?.message ?? '', tried_at: now.toISOString() };
    },
    handler: ({ prepared }) => prepared,
  });

  route(app, contracts.connectConsoleArchive, {
    access: operating('doctors'),
    handler: async ({ tx, params: { id }, body, now, audit }) => {
      const connected = await withAllRows(tx, async () => {
        await requireClinic(tx, id);
        await connectArchiveIn(tx, { vault, env, now }, id, { url: body.url, credentials: credentialsIn(body) }).catch(
          (error: unknown) => {
            throw error instanceof ArchiveFault && error.at ? invalid(error.at) : error;
          },
        );
        return archiveOfClinic(tx, vault, id);
      });
      audit({ action: 'clinic.archive_in', result: 'allowed', detail: { clinic: id } });
      return shown(connected);
    },
  });

  route(app, contracts.disconnectConsoleArchive, {
    access: operating('doctors'),
    handler: async ({ tx, params: { id }, audit }) => {
      await withAllRows(tx, async () => {
        await requireClinic(tx, id);
        if (!(await disconnectArchiveIn(tx, id))) throw new Problem('not_allowed_now');
      });
      audit({ action: 'clinic.archive_out', result: 'allowed', detail: { clinic: id } });
      return shown(null);
    },
  });
};
