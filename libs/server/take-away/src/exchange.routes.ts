import { codeOf } from '@konsil/contracts/audit-chain';
import { exchangeRoutes, type FiledReceipt } from '@konsil/contracts/exchange';
import type { ImportRefusal } from '@konsil/contracts/import-limits';
import { privacyRoutes } from '@konsil/contracts/privacy';
import { and, desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { inPatient } from '@konsil/server-domain/access/addresses';
import { importHits } from '@konsil/server-domain/accounts/account-limits';
import { route } from '@konsil/server-domain/http/route';
import { auditRecords } from '@konsil/server-domain/schema';
import { openArchive } from '@konsil/server-documents/imported/kept-archive';
import { iso } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { Problem } from '@konsil/server-platform/http/problems';
import { chainAfter } from '@konsil/server-privacy/audit-chain.queries';
import { inImport } from './import/imports.routes.ts';
import { handoverIn } from './import/read-archive.ts';
import { contentOf } from './import/shown-imports.ts';
import { recordKeyOf } from './record-key.ts';
import { headAfterPage, isPastLogHead, logHead } from './exchange/log-head.ts';
import { readHandover, readReceipt, signHead, signReceipt } from './exchange/tokens.ts';

/** A receipt in the access log: keys, a host and the states of both logs. */
const keptSchema = z.object({
  manifest: z.string(),
  key: z.string(),
  host: z.string(),
  taken: z.string(),
  log: z.string(),
  sent_log: z.string(),
});
type Kept = z.infer<typeof keptSchema>;

const shown = ({ manifest, key, host, taken, log, sent_log }: Kept, at: Date): FiledReceipt => ({
  manifest_sha256: manifest,
  key_id: key,
  host,
  taken_at: taken,
  log,
  sent_log,
  filed_at: iso(at),
});

const filedReceipts = async (tx: Tx, patientId: string): Promise<FiledReceipt[]> => {
  const rows = await tx
    .select({ detail: auditRecords.detail, at: auditRecords.at })
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.chain, patientId),
        eq(auditRecords.action, 'record.receipt'),
        eq(auditRecords.result, 'allowed'),
      ),
    )
    .orderBy(desc(auditRecords.seq));
  return rows.flatMap(({ detail, at }) => {
    const kept = detail ? z.safeParse(keptSchema, JSON.parse(detail)) : null;
    return kept?.success ? [shown(kept.data, at)] : [];
  });
};

const refuse = (refused: ImportRefusal): Problem =>
  new Problem('invalid', { errors: [{ path: 'receipt', code: 'invalid' }], current: { refused } });

/** The receipt of a record that was handed over to another installation, there and back (docs/decisions/exchange.md). */
export const exchangeRoutesOf = (app: FastifyInstance): void => {
  const { kernel } = app;
  const { vault } = kernel;

  // Here and not with the other routes of the log, because its state is signed.
  route(app, privacyRoutes.getAuditChain, {
    access: inPatient('readAudit'),
    handler: async ({ tx, thePatient: { id }, query, now, request }) => {
      const after = Number(query.after ?? 0);
      const page = await chainAfter({ tx, kernel }, { id }, after);
      if (page.more) return page;
      const log = await headAfterPage({ tx, kernel }, id, page, after);
      const { host } = new URL(requestOrigin(kernel.env, request));
      return { ...page, signed: await signHead(vault, { made_at: iso(now), host, person: id, log }) };
    },
  });

  route(app, exchangeRoutes.getReceipt, {
    access: inImport('readImports'),
    // The archive may be far away: not within a transaction.
    prepare: async ({ theImport, db }) => {
      const { content } = await contentOf(kernel, db, theImport);
      const found = content && (await handoverIn(await openArchive(kernel, db, theImport), content));
      if (!found) throw new Problem('not_found');
      return found.token;
    },
    handler: async ({ tx, theImport: { takenAt, patientId, manifestSha256 }, request, prepared: handover }) => {
      if (!takenAt || !manifestSha256) throw new Problem('not_allowed_now');
      const { host } = new URL(requestOrigin(kernel.env, request));
      const log = await logHead({ tx, kernel }, patientId);
      return {
        receipt: await signReceipt(vault, {
          handover,
          manifest_sha256: manifestSha256,
          taken_at: iso(takenAt),
          host,
          log,
        }),
        log: codeOf(log),
      };
    },
  });

  route(app, exchangeRoutes.listReceipts, {
    access: inPatient('readImports'),
    handler: ({ tx, thePatient }) => filedReceipts(tx, thePatient.id),
  });

  route(app, exchangeRoutes.fileReceipt, {
    access: inPatient('import', 'record.receipt'),
    prepare: async ({ thePatient, body: { receipt } }) => {
      await kernel.limits.count(...importHits(thePatient.accountId));
      const theirs = await readReceipt(receipt);
      const ours = theirs && (await readHandover(theirs.payload.handover));
      if (!theirs || ours?.kid !== recordKeyOf(vault).kid) throw refuse('foreign');
      return { theirs, ours };
    },
    handler: async ({ tx, thePatient, now, auditAs, prepared: { theirs, ours } }) => {
      if (!(await isPastLogHead({ tx, kernel }, thePatient.id, ours.payload.log))) throw refuse('foreign');
      const { manifest_sha256: manifest, host, taken_at: taken, log } = theirs.payload;
      const before = (await filedReceipts(tx, thePatient.id)).find(
        (one) => one.manifest_sha256 === manifest && one.key_id === theirs.kid,
      );
      if (before) throw refuse('known');
      const detail: Kept = {
        manifest,
        key: theirs.kid,
        host,
        taken,
        log: codeOf(log),
        sent_log: codeOf(ours.payload.log),
      };
      auditAs({ action: 'record.receipt', result: 'allowed', patientId: thePatient.id, detail });
      return shown(detail, now);
    },
  });
};
