import { codeOf } from '@konsil/contracts/audit-chain';
import { importPieceBytes, mostImportBytes } from '@konsil/contracts/import-limits';
import { importRoutes, type RecordImport } from '@konsil/contracts/imports';
import type { ImportRefusal } from '@konsil/contracts/import-limits';
import { documentRoutes } from '@konsil/contracts/documents';
import { pathOf } from '@konsil/contracts/route';
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { can } from '@konsil/server-domain/access/access';
import { inPatient, type AddressedAccess } from '@konsil/server-domain/access/addresses';
import { loadPatient } from '@konsil/server-domain/access/loaders';
import { accountById } from '@konsil/server-domain/accounts/accounts.queries';
import { importHits } from '@konsil/server-domain/accounts/account-limits';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { route } from '@konsil/server-domain/http/route';
import { importPieces, imports } from '@konsil/server-domain/schema';
import { importedRecord, type ImportedRecord } from '@konsil/server-domain/sealed/imported-record';
import { safeFileName } from '@konsil/server-dicom/file-type';
import { issueTicket } from '@konsil/server-documents/delivery/tickets';
import { deleteErasedFiles, nameErasedFiles } from '@konsil/server-documents/erased-files';
import {
  eraseImports,
  openArchive,
  takenImports,
  type ImportRow,
} from '@konsil/server-documents/imported/kept-archive';
import { checkQuota } from '@konsil/server-documents/upload/quota';
import { asProblem, drain } from '@konsil/server-documents/upload/receive-files';
import type { VirusScanner } from '@konsil/server-documents/virus-scanner';
import { hourMs, iso, isoOrNull, later } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { beginningOf, isOfFastClock } from '@konsil/server-platform/database/time';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import type { StoredFile } from '@konsil/server-storage/file-store';
import { ArchiveFault, handoverIn, readArchive, readCase, Unscanned, type ReadArchive } from './read-archive.ts';
import { contentOf, knownHashes, knownOfPerson, piecesOf, showImport } from './shown-imports.ts';
import { keptMs } from '@konsil/server-platform/retention';

// As long as a link of a take-away.
const linkMs = hourMs;
const untakenMs = keptMs('archives-not-taken');

/** The archive with the path's `:id`, for the owner of its person. */
export const inImport = (
  action: 'import' | 'readImports',
  audit = true,
): AddressedAccess<{ theImport: ImportRow }> => ({
  level: 'addressed',
  param: 'id',
  ...(audit && { audit: action === 'import' ? ('record.import' as const) : ('patient.read' as const) }),
  find: async (tx, actor, id, locked) => {
    const [theImport] = await tx.select().from(imports).where(eq(imports.id, id));
    const patient = theImport && (await loadPatient(tx, theImport.patientId, locked));
    if (!patient) return null;
    // Again, now that nobody else can change it.
    const [held] = await tx.select().from(imports).where(eq(imports.id, id));
    return held
      ? {
          allowed: can(actor, 'patient', action, patient.resource),
          things: { theImport: held },
          patientId: held.patientId,
        }
      : null;
  },
});

const refuse = (refused: ImportRefusal): Problem =>
  new Problem('invalid', { errors: [{ path: 'File', code: 'invalid' }], current: { refused } });

/** Deletes archives that were never imported. */
export const dropDueImports = async (kernel: Kernel): Promise<void> => {
  await kernel.db.transaction(async (tx) => {
    const now = kernel.clock.now();
    // Each piece prolongs it. The expiry is null once it was taken over.
    const due = or(lte(imports.expiresAt, now), isOfFastClock(beginningOf(imports.expiresAt, untakenMs), now));
    if (due) await nameErasedFiles(tx, await eraseImports(tx, due));
  });
  await deleteErasedFiles(kernel);
};

const sizeOfPiece = (size: number, position: number): number =>
  Math.min(importPieceBytes, size - position * importPieceBytes);

async function* upTo(pieces: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const piece of pieces) {
    seen += piece.length;
    yield piece;
  }
  if (seen !== size) throw refuse('changed');
}

/** Imports records from archives (docs/decisions/take-away.md). */
export const importRoutesOf = (app: FastifyInstance, scanner: VirusScanner | null): void => {
  const { kernel } = app;
  const { vault } = kernel;

  const deleteFiles = () =>
    deleteErasedFiles(kernel).catch((failure: unknown) =>
      kernel.log.warn({ failure }, 'files of a removed archive wait for deletion'),
    );
  const checkUntaken = ({ takenAt }: ImportRow) => {
    if (takenAt) throw new Problem('not_allowed_now');
  };
  const seal = (tx: Tx, patientId: string, content: ImportedRecord) =>
    vault.seal(tx, patientId, importedRecord, content);
  const changed = async (tx: Tx, row: ImportRow | undefined): Promise<RecordImport> => {
    if (!row) throw new Problem('not_allowed_now');
    return showImport(kernel, tx, row);
  };

  route(app, importRoutes.listImports, {
    access: inPatient('readImports'),
    handler: async ({ tx, thePatient }) => {
      const shown: RecordImport[] = [];
      for (const row of await takenImports(tx, thePatient.id)) shown.push(await showImport(kernel, tx, row));
      return shown;
    },
  });

  route(app, importRoutes.findKnownFiles, {
    access: inPatient('readImports'),
    reads: true,
    handler: async ({ tx, thePatient, body: { sha256 } }) => ({
      known: await knownOfPerson(tx, thePatient.id, sha256),
    }),
  });

  route(app, importRoutes.beginImport, {
    access: inPatient('import'),
    prepare: ({ thePatient }) => kernel.limits.count(...importHits(thePatient.accountId)),
    handler: async ({ tx, thePatient, body, now, auditAs, afterCommit }) => {
      // Nothing of the record changes before it is taken over.
      auditAs();
      if (body.size > mostImportBytes) throw refuse('too_large');
      // The file name becomes the name of a member in later archives.
      const name = safeFileName(body.file_name, 'application/zip');
      const begun = await tx
        .select()
        .from(imports)
        .where(and(eq(imports.patientId, thePatient.id), isNull(imports.takenAt)));
      for (const row of begun) {
        const { file_name, content } = await contentOf(kernel, tx, row);
        if (!content && row.size === body.size && file_name === name) return showImport(kernel, tx, row);
      }
      const untaken = and(eq(imports.patientId, thePatient.id), isNull(imports.takenAt));
      if (untaken) await nameErasedFiles(tx, await eraseImports(tx, untaken));
      afterCommit(deleteFiles);
      await checkQuota(tx, thePatient.accountId, kernel.env, { files: 0, bytes: body.size });
      const { wrapped } = await vault.newFileKey(tx, thePatient.id);
      const [row] = await tx
        .insert(imports)
        .values({
          accountId: thePatient.accountId,
          patientId: thePatient.id,
          size: body.size,
          fileKey: wrapped,
          sealed: await seal(tx, thePatient.id, { file_name: name, content: null }),
          createdAt: now,
          expiresAt: later(now, untakenMs),
        })
        .returning();
      return changed(tx, row);
    },
  });

  route(app, importRoutes.getImport, {
    access: inImport('readImports'),
    handler: ({ tx, theImport }) => showImport(kernel, tx, theImport),
  });

  const receivePiece = async (
    request: FastifyRequest,
    db: Database,
    { patientId, fileKey: wrapped, size }: ImportRow,
    position: number,
  ): Promise<StoredFile> => {
    try {
      const part = await request.file({
        limits: { fileSize: importPieceBytes, files: 1, fields: 0, parts: 1, fieldNameSize: 100, headerPairs: 50 },
        throwFileSizeLimit: false,
      } as Parameters<typeof request.file>[0]);
      if (part?.fieldname !== 'File') throw invalid({ path: 'File', code: 'fileMissing' });
      const fileKey = await vault.unwrapFileKey(db, patientId, wrapped);
      return await kernel.files.put(upTo(part.file, sizeOfPiece(size, position)), fileKey);
    } catch (error) {
      await drain(request);
      if (error instanceof Problem || !String((error as { code?: unknown }).code).startsWith('FST_')) throw error;
      throw asProblem(error);
    }
  };

  route(app, importRoutes.addImportPiece, {
    access: inImport('import', false),
    prepare: async ({ theImport, query, request, db }) => {
      checkUntaken(theImport);
      const position = Number(query.position);
      if (position >= piecesOf(theImport.size)) throw invalid({ path: 'position', code: 'invalid' });
      return receivePiece(request, db, theImport, position);
    },
    discard: ({ key }) => kernel.files.delete(key),
    handler: async ({ tx, theImport, query, now, prepared, afterCommit }) => {
      checkUntaken(theImport);
      const position = Number(query.position);
      const arrived = await tx.$count(importPieces, eq(importPieces.importId, theImport.id));
      if (position > arrived) throw invalid({ path: 'position', code: 'invalid' });
      if (position < arrived) {
        // The piece arrived before, but its response was lost.
        await nameErasedFiles(tx, [prepared.key]);
        afterCommit(deleteFiles);
        return showImport(kernel, tx, theImport);
      }
      await tx
        .insert(importPieces)
        .values({ importId: theImport.id, position, storageKey: prepared.key, size: prepared.size });
      const [row] = await tx
        .update(imports)
        .set({ expiresAt: later(now, untakenMs) })
        .where(eq(imports.id, theImport.id))
        .returning();
      return changed(tx, row);
    },
  });

  /** A refused archive does not stay. */
  const removeRefused = async (id: string): Promise<void> => {
    await kernel.db.transaction(async (tx) => {
      const which = and(eq(imports.id, id), isNull(imports.takenAt));
      if (which) await nameErasedFiles(tx, await eraseImports(tx, which));
    });
    await deleteFiles();
  };
  /** Accounts whose archive is being read: each reading unpacks up to 1 GB, so that there is one at a time. */
  const reading = new Set<string>();
  const readWhole = async (db: Database, row: ImportRow): Promise<ReadArchive> => {
    if (reading.has(row.accountId)) throw new Problem('unavailable', { retryAfter: 10 });
    reading.add(row.accountId);
    try {
      const judge = scanner && ((content: AsyncIterable<unknown>) => scanner.judgeContent(content));
      return await readArchive(await openArchive(kernel, db, row), judge);
    } catch (failure) {
      if (failure instanceof Unscanned) throw new Problem('unavailable', { retryAfter: 10 });
      if (!(failure instanceof ArchiveFault)) throw failure;
      await removeRefused(row.id);
      throw failure.code === 'fileInfected' ? invalid({ path: 'File', code: 'fileInfected' }) : refuse(failure.code);
    } finally {
      reading.delete(row.accountId);
    }
  };
  /** The result of an earlier check: the pieces do not change after it. */
  const readBefore = async (db: Database, row: ImportRow): Promise<ReadArchive | null> => {
    const { content } = await contentOf(kernel, db, row);
    return content && row.manifestSha256 ? { content, manifestSha256: row.manifestSha256 } : null;
  };

  route(app, importRoutes.checkImport, {
    access: inImport('import', false),
    prepare: async ({ theImport, db }) => {
      checkUntaken(theImport);
      const arrived = await db.$count(importPieces, eq(importPieces.importId, theImport.id));
      if (arrived < piecesOf(theImport.size)) throw new Problem('not_allowed_now');
      const read = (await readBefore(db, theImport)) ?? (await readWhole(db, theImport));
      const taken = await db.$count(
        imports,
        and(
          eq(imports.patientId, theImport.patientId),
          eq(imports.manifestSha256, read.manifestSha256),
          isNotNull(imports.takenAt),
        ),
      );
      if (taken > 0) {
        await removeRefused(theImport.id);
        throw refuse('known');
      }
      return read;
    },
    handler: async ({ tx, theImport, now, prepared: { content, manifestSha256 } }) => {
      checkUntaken(theImport);
      const { file_name } = await contentOf(kernel, tx, theImport);
      const [row] = await tx
        .update(imports)
        .set({
          sealed: await seal(tx, theImport.patientId, { file_name, content }),
          manifestSha256,
          expiresAt: later(now, untakenMs),
        })
        .where(eq(imports.id, theImport.id))
        .returning();
      return changed(tx, row);
    },
  });

  route(app, importRoutes.takeImport, {
    access: inImport('import'),
    // The archive may be far away: not within a transaction.
    prepare: async ({ theImport, db }) => {
      const { content } = await contentOf(kernel, db, theImport);
      return content && handoverIn(await openArchive(kernel, db, theImport), content);
    },
    handler: async ({ tx, theImport, body, now, auditAs, prepared: handover }) => {
      const { content } = await showImport(kernel, tx, theImport);
      if (!content || theImport.takenAt) throw new Problem('not_allowed_now');
      if (content.differs.length > 0 && !body.same_person) throw invalid({ path: 'same_person', code: 'selectOption' });
      const again = and(
        eq(imports.patientId, theImport.patientId),
        eq(imports.manifestSha256, theImport.manifestSha256 ?? ''),
        isNotNull(imports.takenAt),
      );
      if ((await tx.$count(imports, again)) > 0) throw refuse('known');
      const [row] = await tx
        .update(imports)
        .set({ takenAt: now, expiresAt: null })
        .where(eq(imports.id, theImport.id))
        .returning();
      // How far the person's log was there is a part of the log here.
      if (handover)
        auditAs({
          action: 'record.import',
          result: 'allowed',
          patientId: theImport.patientId,
          detail: { key: handover.kid, log: codeOf(handover.payload.log) },
        });
      return changed(tx, row);
    },
  });

  route(app, importRoutes.removeImport, {
    access: inImport('import'),
    handler: async ({ tx, theImport, auditAs, afterCommit }) => {
      // Records that legal proceedings may need stay, as with an erasure.
      if (theImport.takenAt && (await accountById(tx, theImport.accountId)).heldAt)
        throw new Problem('not_allowed_now');
      auditAs(
        ...(theImport.takenAt
          ? [{ action: 'record.remove' as const, result: 'allowed' as const, patientId: theImport.patientId }]
          : []),
      );
      await nameErasedFiles(tx, await eraseImports(tx, eq(imports.id, theImport.id)));
      afterCommit(deleteFiles);
      return { ok: true as const };
    },
  });

  route(app, importRoutes.getImportedCase, {
    access: inImport('readImports'),
    // The archive may be far away: not within a transaction.
    prepare: async ({ theImport, query: { place }, db }) => {
      const { content } = await contentOf(kernel, db, theImport);
      const found = content && (await readCase(await openArchive(kernel, db, theImport), content, Number(place)));
      if (!content || !found) throw new Problem('not_found');
      return { content, found };
    },
    handler: async ({ tx, theImport, prepared: { content, found } }) => {
      const { documents, ...theCase } = found;
      const placeOf = (id: string) => content.files.findIndex(({ document }) => document === id);
      const hashes = await knownHashes(
        tx,
        theImport.accountId,
        content.files.map(({ sha256 }) => sha256),
      );
      const { made_at, host, ours, person } = (await showImport(kernel, tx, theImport)).content ?? {};
      if (made_at === undefined || host === undefined || ours === undefined || !person) throw new Problem('not_found');
      return {
        import: { id: theImport.id, patient_id: theImport.patientId, taken_at: isoOrNull(theImport.takenAt) },
        made_at,
        host,
        ours,
        person,
        case: theCase,
        documents: documents.map((document) => {
          const at = placeOf(document.id);
          return { ...document, place: at < 0 ? null : at, known: hashes.has(content.files[at]?.sha256 ?? '') };
        }),
      };
    },
  });

  route(app, importRoutes.getImportedFile, {
    access: inImport('readImports'),
    handler: async ({ tx, theImport, query: { place }, actor, session, request, now }) => {
      const { content } = await contentOf(kernel, tx, theImport);
      const member =
        place === 'dossier' ? content?.files.findIndex(({ path }) => path === 'dossier.pdf') : Number(place);
      if (!content || (place !== 'archive' && !content.files[member ?? -1])) throw new Problem('not_found');
      const { token, expiresAt } = await issueTicket(
        tx,
        { accountId: actor.accountId, sessionId: session.id },
        { kind: 'import', importId: theImport.id, ...(place === 'archive' ? {} : { member: member ?? 0 }) },
        now,
        linkMs,
      );
      return {
        Filelocation:
          requestOrigin(kernel.env, request) + pathOf(documentRoutes.getFile, { ticket: token, name: 'download' }),
        expires_at: iso(expiresAt),
      };
    },
  });
};
