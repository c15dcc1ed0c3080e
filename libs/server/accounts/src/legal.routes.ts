import { legalTextRoutes as contracts, type LegalVersion } from '@konsil/contracts/legal-texts';
import { desc, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { open, ownedResource } from '@konsil/server-domain/access/addresses';
import { configuredTexts } from '@konsil/server-domain/accounts/legal-texts';
import {
  acceptLegalText,
  bothLanguages,
  changesOf,
  stateOf,
  versionsInForce,
  type LegalTextRow,
  type Reading,
} from '@konsil/server-domain/accounts/legal-versions';
import { route } from '@konsil/server-domain/http/route';
import { legalTexts } from '@konsil/server-domain/schema';
import { Problem } from '@konsil/server-platform/http/problems';

/** The published versions without their texts, the newest first. */
const listVersions = async (tx: Reading, inForce: readonly LegalTextRow[], now: Date): Promise<LegalVersion[]> => {
  const rows = await tx
    .select({
      id: legalTexts.id,
      kind: legalTexts.kind,
      version: legalTexts.version,
      holdsFrom: legalTexts.holdsFrom,
      withdrawnAt: legalTexts.withdrawnAt,
    })
    .from(legalTexts)
    .where(isNull(legalTexts.withdrawnAt))
    .orderBy(legalTexts.kind, desc(legalTexts.version));
  return rows.flatMap((row) => {
    const state = stateOf(row, inForce, now);
    return state === 'withdrawn'
      ? []
      : [{ id: row.id, kind: row.kind, version: row.version, holds_from: row.holdsFrom, state }];
  });
};

const publishedVersion = async (tx: Reading, id: string): Promise<LegalTextRow | null> =>
  (await tx.select().from(legalTexts).where(eq(legalTexts.id, id)))[0] ?? null;

/** The operator's legal texts, and what their readers accept. */
export const legalRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const configured = configuredTexts(kernel.env);

  route(app, contracts.legalTexts, {
    access: open(),
    handler: async ({ tx, now }) => {
      const inForce = await versionsInForce(tx, now);
      const published = Object.fromEntries(inForce.map((row) => [row.kind, bothLanguages(row)]));
      return { ...configured, ...published, versions: await listVersions(tx, inForce, now) };
    },
  });

  route(app, contracts.legalVersion, {
    access: open(),
    handler: async ({ tx, params, now }) => {
      const row = await publishedVersion(tx, params.id);
      const state = row && stateOf(row, await versionsInForce(tx, now), now);
      if (!state || state === 'withdrawn') throw new Problem('not_found');
      return {
        id: row.id,
        kind: row.kind,
        version: row.version,
        holds_from: row.holdsFrom,
        state,
        text: bothLanguages(row),
        changes: changesOf(row),
      };
    },
  });

  route(app, contracts.acceptLegalText, {
    access: ownedResource(async (tx, _reader, id) => {
      const theText = await publishedVersion(tx, id);
      return theText && { theText };
    }),
    handler: async ({ tx, session, theText: { id, kind, version }, now, audit }) => {
      // Either it was withdrawn, or a newer one, which asks by itself, came into force.
      if (!(await versionsInForce(tx, now)).some((row) => row.id === id)) throw new Problem('not_allowed_now');
      if (await acceptLegalText(tx, session.accountId, id, now))
        audit({
          action: kind === 'terms' ? 'legal.accept' : 'legal.noted',
          result: 'allowed',
          detail: { kind, version: String(version) },
        });
      return { ok: true as const };
    },
  });
};
