import { documentRoutes } from '@konsil/contracts/documents';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '@konsil/server-platform/database/client';
import { dataExports, imports, patients } from '@konsil/server-domain/schema';
import { withGrants } from '@konsil/server-domain/access/grants';
import { can, type Actor } from '@konsil/server-domain/access/access';
import { open } from '@konsil/server-domain/access/addresses';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { documentResource, loadDocument, type DocumentRow } from '@konsil/server-domain/access/loaders';
import { Problem } from '@konsil/server-platform/http/problems';
import { route } from '@konsil/server-domain/http/route';
import { isKept } from './kept-exports.ts';
import { previewRightOf } from './preview-address.ts';
import { sendFile, type FileAnswer } from './send-file.ts';
import { holdSession, holdTicket, type HeldTicket, type TicketRow } from './tickets.ts';
import { openArchive, openMember } from '../imported/kept-archive.ts';
import { documentSecrets } from '@konsil/server-domain/sealed/document';
import { filesOfReferral, waitingReferral } from '@konsil/server-domain/referrals/referrals';
import { referralContent } from '@konsil/server-domain/sealed/referral';
import { importedRecord } from '@konsil/server-domain/sealed/imported-record';

/** The document, if this user still has access. @throws {Problem} `not_found` */
const readableDocument = async (
  tx: Tx,
  actor: Actor | null | undefined,
  documentId: string | null | undefined,
  now: Date,
): Promise<DocumentRow> => {
  const found = actor && documentId ? await loadDocument(tx, documentId, false) : null;
  const maySee = (reader: Actor) =>
    found !== null && can(reader, 'document', 'read', documentResource(found.theDocument, found.theCase));
  const allowed =
    found &&
    actor &&
    (maySee(actor) || maySee(await withGrants(tx, actor, found.theCase.id, now))) &&
    found.theDocument.scanState === 'ready';
  if (!allowed) throw new Problem('not_found');
  return found.theDocument;
};

const exportedAs = {
  export: { contentType: 'application/zip', stem: 'konsil', ending: 'zip' },
  archive: { contentType: 'application/zip', stem: 'konsil-record', ending: 'zip' },
  dossier: { contentType: 'application/pdf', stem: 'konsil-dossier', ending: 'pdf' },
} as const;

/** A file made for a user, until it expires. */
const exportedFile = async (
  { vault }: Kernel,
  tx: Tx,
  held: HeldTicket | null,
  now: Date,
): Promise<FileAnswer | null> => {
  const key = held?.ticket.storageKey;
  if (!held || !key) return null;
  const [row] = await tx
    .select()
    .from(dataExports)
    .where(
      and(
        eq(dataExports.storageKey, key),
        eq(dataExports.accountId, held.actor.accountId),
        eq(dataExports.state, 'ready'),
        isKept(now),
      ),
    );
  return row
    ? {
        file: { key, fileKey: await vault.unwrapFileKey(tx, row.accountId, row.fileKey) },
        contentType: exportedAs[row.kind].contentType,
        disposition: 'attachment',
        fileName: `${exportedAs[row.kind].stem}-${row.createdAt.toISOString().slice(0, 10)}.${exportedAs[row.kind].ending}`,
      }
    : null;
};

/** A file of an archive that was taken over, or the archive itself. */
const importedFile = async (kernel: Kernel, tx: Tx, held: HeldTicket | null): Promise<FileAnswer | null> => {
  const { importId, member } = held?.ticket ?? {};
  if (!held || !importId) return null;
  const [found] = await tx
    .select({ row: imports, accountId: patients.accountId })
    .from(imports)
    .innerJoin(patients, eq(patients.id, imports.patientId))
    .where(eq(imports.id, importId));
  if (!found) return null;
  const { row, accountId } = found;
  if (!can(held.actor, 'patient', 'readImports', { patientId: row.patientId, accountId, doctorIds: [] })) return null;
  const { file_name: fileName, content } = await kernel.vault.open(tx, row.patientId, importedRecord, row.sealed);
  const archive = await openArchive(kernel, tx, row);
  if (typeof member !== 'number')
    return {
      file: () => Promise.resolve(archive),
      contentType: 'application/zip',
      disposition: 'attachment',
      fileName,
      patientId: row.patientId,
    };
  const file = content?.files[member];
  return file
    ? {
        file: () => Promise.resolve(openMember(archive, file)),
        contentType: file.type,
        disposition: 'attachment',
        fileName: file.path.split('/').at(-1) ?? 'file',
        patientId: row.patientId,
      }
    : null;
};

/** A file of a case that another system prepared, while its person has not decided. */
const preparedFile = async (kernel: Kernel, tx: Tx, held: HeldTicket | null, now: Date): Promise<FileAnswer | null> => {
  const { referralId, member } = held?.ticket ?? {};
  const row = held && referralId && (await waitingReferral(tx, held.actor.accountId, referralId, now));
  if (!row || !row.sealed) return null;
  const file = (await filesOfReferral(tx, row.id))[member ?? -1];
  const named = (await kernel.vault.open(tx, row.id, referralContent, row.sealed)).files[member ?? -1];
  return file && named
    ? {
        file: { key: file.storageKey, fileKey: await kernel.vault.unwrapFileKey(tx, row.id, file.fileKey) },
        contentType: named.type,
        disposition: 'attachment',
        fileName: named.name,
      }
    : null;
};

/** Files and thumbnails by ticket: session and access are checked on every request. */
export const fileRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const { vault, env } = kernel;

  route(app, documentRoutes.getFile, {
    access: open(),
    handler: async ({ tx, params: { ticket, name }, request, reply, now }) => {
      const hold = (kind: TicketRow['kind']) => holdTicket(tx, env, { kind, token: ticket, request, now });
      const exported = await exportedFile(kernel, tx, await hold('export'), now);
      if (exported) return () => sendFile(kernel, request, reply, exported);
      const imported = await importedFile(kernel, tx, await hold('import'));
      if (imported) return () => sendFile(kernel, request, reply, imported);
      const prepared = await preparedFile(kernel, tx, await hold('referral'), now);
      if (prepared) return () => sendFile(kernel, request, reply, prepared);
      const held = await hold('file');
      const row = await readableDocument(tx, held?.actor, held?.ticket.documentId, now);
      const key = held?.ticket.storageKey;
      if (!key) throw new Problem('not_found');
      const { file_name: fileName } = await vault.open(tx, row.patientId, documentSecrets, row.sealed);
      const drawn = key === row.viewKey && name !== 'download';
      const fileKey = await vault.unwrapFileKey(tx, row.patientId, row.fileKey);
      return () =>
        sendFile(kernel, request, reply, {
          file: { key, fileKey },
          contentType: row.contentType,
          disposition: drawn ? 'inline' : 'attachment',
          fileName,
          documentId: row.id,
          patientId: row.patientId,
        });
    },
  });

  route(app, documentRoutes.getPreview, {
    access: open(),
    handler: async ({ tx, params: { ticket }, request, reply, now }) => {
      const right = previewRightOf(vault, ticket, now);
      const row = await readableDocument(
        tx,
        right && (await holdSession(tx, env, { sessionId: right.sessionId, request, now })),
        right?.documentId,
        now,
      );
      const key = row.previewKey;
      if (!key) throw new Problem('not_found');
      const fileKey = await vault.unwrapFileKey(tx, row.patientId, row.fileKey);
      return () =>
        sendFile(kernel, request, reply, {
          file: { key, fileKey },
          contentType: 'image/webp',
          disposition: 'inline',
          fileName: 'preview.webp',
          documentId: row.id,
          patientId: row.patientId,
        });
    },
  });
};
