import { mostShareBytes, mostShareFiles, mostShareLinks } from '@konsil/contracts/share-limits';
import { mostOpeningsShown, mostPasscodeTries, shareRoutes } from '@konsil/contracts/shares';
import { pathOf } from '@konsil/contracts/route';
import { and, asc, desc, eq, gt, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { dayMs, iso, later } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import { newToken, sha256 } from '@konsil/server-platform/keys/crypto';
import { inCase, open, ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { shareHits, shareOpeningHits } from '@konsil/server-domain/accounts/account-limits';
import { accountById, isClosed } from '@konsil/server-domain/accounts/accounts.queries';
import { route } from '@konsil/server-domain/http/route';
import { shareFiles, shareLinks, shareOpenings } from '@konsil/server-domain/schema';
import { deleteErasedFiles } from '../erased-files.ts';
import { sendFile } from '../delivery/send-file.ts';
import type { DocumentParts } from '../parts.ts';
import { receiveSealedFile } from './receive-jwe.ts';
import { sharedFileOf, shareFileAddress } from './share-address.ts';
import { endShareLinks, isOpen, isRunning, listShareLinks, showShareLinks, type ShareLinkRow } from './share-links.ts';
import { shareSecrets, type ShareSecrets } from '@konsil/server-domain/sealed/share-link';
import { shareOpening } from '@konsil/server-domain/sealed/share-opening';

// Larger files are fetched by their address.
const longestEmbedded = 64 * 1024;

const entryOf = (
  { patientId, caseId }: ShareLinkRow,
  action: 'share.read' | 'share.write',
  result: AuditEntry['result'] = 'allowed',
): AuditEntry => ({ action, result, patientId, caseId });

/** Sealed links: made and ended by the patient, opened by anybody who has the URL (docs/decisions/sealed-links.md). */
export const shareLinkRoutes = (
  app: FastifyInstance,
  { kernel, gate }: Pick<DocumentParts, 'kernel' | 'gate'>,
): void => {
  const { vault, limits, passwords } = kernel;

  const own = ownedResource(async (tx, actor, id) => {
    const [theLink] = await tx
      .select()
      .from(shareLinks)
      .where(and(eq(shareLinks.id, id), eq(shareLinks.accountId, actor.accountId)))
      .for('update');
    return theLink ? { theLink } : null;
  });
  const showOne = async (tx: Tx, row: ShareLinkRow | undefined, now: Date) => {
    const [shown] = await showShareLinks(tx, vault, row ? [row] : [], now);
    if (!shown) throw new Error('The link is gone.');
    return shown;
  };
  const deleteFiles = () =>
    deleteErasedFiles(kernel).catch((failure: unknown) =>
      kernel.log.warn({ failure }, 'files of an ended link wait for deletion'),
    );
  const checkUnstarted = ({ startedAt, endedAt }: ShareLinkRow) => {
    if (startedAt || endedAt) throw new Problem('not_allowed_now');
  };

  route(app, shareRoutes.listShareLinks, {
    access: signedIn('patient'),
    handler: ({ tx, session, now }) => listShareLinks(tx, vault, session.accountId, now),
  });

  route(app, shareRoutes.createShareLink, {
    access: inCase('share'),
    prepare: async ({ actor, body }) => {
      await limits.count(...shareHits(actor.accountId));
      return { passcodeHash: body.passcode ? await passwords.hash(body.passcode) : null };
    },
    handler: async ({ tx, theCase, actor, body, now, request, prepared }) => {
      const account = await accountById(tx, actor.accountId, true);
      if (account.erasureAt) throw new Problem('erasure_planned');
      const running = await tx.$count(shareLinks, and(eq(shareLinks.accountId, account.id), isRunning(now)));
      if (running >= mostShareLinks) throw new Problem('quota');
      const token = newToken();
      const secrets: ShareSecrets = { label: body.label, content: body.content };
      const [row] = await tx
        .insert(shareLinks)
        .values({
          accountId: account.id,
          patientId: theCase.patientId,
          caseId: theCase.id,
          tokenHash: sha256(token),
          sealed: await vault.seal(tx, theCase.patientId, shareSecrets, secrets),
          passcodeHash: prepared.passcodeHash,
          triesLeft: mostPasscodeTries,
          oneTime: body.one_time,
          createdAt: now,
          expiresAt: later(now, Number(body.days) * dayMs),
        })
        .returning();
      return {
        ...(await showOne(tx, row, now)),
        manifest_url: requestOrigin(kernel.env, request) + pathOf(shareRoutes.getShareManifest, { token }),
      };
    },
  });

  route(app, shareRoutes.addShareFile, {
    access: own,
    prepare: async ({ theLink, actor, request }) => {
      checkUnstarted(theLink);
      const leave = await gate.enter(actor.accountId);
      try {
        return await receiveSealedFile(kernel, request, theLink.patientId);
      } finally {
        leave();
      }
    },
    discard: ({ stored }) => kernel.files.delete(stored.key),
    handler: async ({ tx, theLink, now, prepared: { stored, wrapped } }) => {
      checkUnstarted(theLink);
      const position = await tx.$count(shareFiles, eq(shareFiles.linkId, theLink.id));
      const [used] = await tx
        .select({ bytes: sql<string>`coalesce(sum(${shareFiles.size}), 0)` })
        .from(shareFiles)
        .innerJoin(shareLinks, eq(shareLinks.id, shareFiles.linkId))
        .where(eq(shareLinks.accountId, theLink.accountId));
      if (position >= mostShareFiles || Number(used?.bytes ?? 0) + stored.size > mostShareBytes)
        throw new Problem('quota');
      await tx.insert(shareFiles).values({
        linkId: theLink.id,
        position,
        storageKey: stored.key,
        fileKey: wrapped,
        size: stored.size,
        createdAt: now,
      });
      return { ok: true as const };
    },
  });

  route(app, shareRoutes.startShareLink, {
    access: own,
    handler: async ({ tx, theLink, now }) => {
      checkUnstarted(theLink);
      if ((await tx.$count(shareFiles, eq(shareFiles.linkId, theLink.id))) === 0)
        throw invalid({ path: 'File', code: 'fileMissing' });
      const [row] = await tx
        .update(shareLinks)
        .set({ startedAt: now })
        .where(eq(shareLinks.id, theLink.id))
        .returning();
      return showOne(tx, row, now);
    },
  });

  route(app, shareRoutes.endShareLink, {
    access: own,
    reads: true,
    handler: async ({ tx, theLink, now, audit, afterCommit }) => {
      const [ended] = await endShareLinks(tx, eq(shareLinks.id, theLink.id), 'owner', now);
      if (ended) audit(entryOf(theLink, 'share.write'));
      afterCommit(deleteFiles);
      return showOne(tx, ended ?? theLink, now);
    },
  });

  const openLink = async (db: Database | Tx, token: string, now: Date): Promise<ShareLinkRow> => {
    const [row] = await db
      .select()
      .from(shareLinks)
      .where(eq(shareLinks.tokenHash, sha256(token)));
    if (!row || !isOpen(row, now) || isClosed(await accountById(db as Tx, row.accountId)))
      throw new Problem('not_found');
    return row;
  };

  /** Counts the attempt before it is checked, so that guesses sent at once cannot exceed the limit. */
  const checkPasscode = async (row: ShareLinkRow, passcode: string | undefined, now: Date): Promise<void> => {
    if (row.passcodeHash === null) return;
    if (!passcode) throw new Problem('wrong_passcode', { remainingAttempts: row.triesLeft });
    const counted = (by: number) =>
      kernel.db
        .update(shareLinks)
        .set({ triesLeft: sql`${shareLinks.triesLeft} + ${by}` })
        .where(
          and(eq(shareLinks.id, row.id), isNull(shareLinks.endedAt), by < 0 ? gt(shareLinks.triesLeft, 0) : undefined),
        )
        .returning({ left: shareLinks.triesLeft });
    const [tried] = await counted(-1);
    if (!tried) throw new Problem('not_found');
    if (await passwords.matches(row.passcodeHash, passcode)) {
      await counted(1);
      return;
    }
    await kernel.db.transaction(async (tx) => {
      if (tried.left === 0) await endShareLinks(tx, eq(shareLinks.id, row.id), 'passcode', now);
      await appendAudit(tx, vault, { accountId: null, role: 'system' }, now, [entryOf(row, 'share.read', 'denied')]);
    });
    if (tried.left === 0) await deleteFiles();
    throw new Problem('wrong_passcode', { remainingAttempts: tried.left });
  };

  route(app, shareRoutes.getShareManifest, {
    access: open(),
    prepare: async ({ request, params: { token }, body, now, db }) => {
      await limits.count(...shareOpeningHits(request, token));
      await checkPasscode(await openLink(db, token, now), body.passcode, now);
    },
    handler: async ({ tx, request, params: { token }, body, now, audit }) => {
      const { id } = await openLink(tx, token, now);
      const [row] = await tx.select().from(shareLinks).where(eq(shareLinks.id, id)).for('update');
      // The link may have been used up while this request waited.
      if (!row || !isOpen(row, now)) throw new Problem('not_found');
      await tx
        .update(shareLinks)
        .set({ openings: sql`${shareLinks.openings} + 1`, lastOpenedAt: now })
        .where(eq(shareLinks.id, id));
      const sealed = await vault.seal(tx, row.patientId, shareOpening, { recipient: body.recipient });
      await tx.insert(shareOpenings).values({ linkId: id, at: now, sealed });
      const newest = tx
        .select({ id: shareOpenings.id })
        .from(shareOpenings)
        .where(eq(shareOpenings.linkId, id))
        .orderBy(desc(shareOpenings.at))
        .limit(mostOpeningsShown);
      await tx.delete(shareOpenings).where(and(eq(shareOpenings.linkId, id), notInArray(shareOpenings.id, newest)));
      audit(entryOf(row, 'share.read'));
      const files = await tx
        .select()
        .from(shareFiles)
        .where(eq(shareFiles.linkId, id))
        .orderBy(asc(shareFiles.position));
      const origin = requestOrigin(kernel.env, request);
      const embeds = Math.min(body.embeddedLengthMax ?? 0, longestEmbedded);
      return {
        files: await Promise.all(
          files.map(async (file) => ({
            contentType: 'application/fhir+json',
            fhirVersion: '4.0.1',
            status: 'finalized' as const,
            lastUpdated: iso(file.createdAt),
            ...(file.size <= embeds
              ? {
                  embedded: (
                    await kernel.files.bytes({
                      key: file.storageKey,
                      fileKey: await vault.unwrapFileKey(tx, row.patientId, file.fileKey),
                    })
                  ).toString('latin1'),
                }
              : { location: origin + shareFileAddress(vault, file.id, now) }),
          })),
        ),
      };
    },
  });

  route(app, shareRoutes.getShareFile, {
    access: open(),
    handler: async ({ tx, params: { ticket }, request, reply, now }) => {
      const id = sharedFileOf(vault, ticket, now);
      const [found] = id
        ? await tx
            .select({ file: shareFiles, link: shareLinks })
            .from(shareFiles)
            .innerJoin(shareLinks, eq(shareLinks.id, shareFiles.linkId))
            .where(and(eq(shareFiles.id, id), isNotNull(shareLinks.startedAt), isRunning(now)))
        : [];
      if (!found) throw new Problem('not_found');
      const fileKey = await vault.unwrapFileKey(tx, found.link.patientId, found.file.fileKey);
      return () =>
        sendFile(kernel, request, reply, {
          file: { key: found.file.storageKey, fileKey },
          contentType: 'application/jose',
          disposition: 'attachment',
          fileName: 'file.jwe',
          patientId: found.link.patientId,
        });
    },
  });
};
