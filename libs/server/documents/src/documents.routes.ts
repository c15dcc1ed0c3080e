import { documentRoutes } from '@konsil/contracts/documents';
import { fhirRoutes } from '@konsil/contracts/fhir';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '@konsil/server-platform/database/client';
import type { CaseRow, DocumentRow } from '@konsil/server-domain/access/loaders';
import { documents } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import { inCase, inDocument, inPatient } from '@konsil/server-domain/access/addresses';
import { Problem } from '@konsil/server-platform/http/problems';
import { route } from '@konsil/server-domain/http/route';
import { secondMs } from '@konsil/server-platform/clock';
import { cutWhenCrowded } from '@konsil/server-platform/http/slow-bodies';
import { viewerLink, viewerTimes } from '@konsil/server-dicom/web/viewer-access';
import { setArchived } from './archive-document.ts';
import { locateFile } from './delivery/file-location.ts';
import { issueTicket } from './delivery/tickets.ts';
import { storeViewSum } from './delivery/view-sums.ts';
import { describeDocument, documentHistory } from './describe-document.ts';
import { isMine, showDocument, showDocuments, type Reading } from './document-view.ts';
import { listDocuments } from './documents.queries.ts';
import { listPatientDocuments } from './patient-documents.queries.ts';
import { isPhoto } from '@konsil/server-dicom/file-type';
import type { DocumentParts } from './parts.ts';
import { recordFirstRead } from './read-document.ts';
import { addDocuments, uploadsOf, type AddedDocument } from './upload/add-documents.ts';
import { addInstances } from './upload/add-instances.ts';
import { checkRoom } from './upload/quota.ts';
import { discardFiles, receiveFiles, receiveLetter } from './upload/receive-files.ts';
import { discardInstances, receiveInstances, storeResponse } from './upload/receive-instances.ts';
import { documentPictures } from './viewing/document-pictures.ts';
import { reportImages } from './viewing/report-images.ts';
import { documentsOfStudy } from './viewing/stored-studies.ts';
import { documentSecrets } from '@konsil/server-domain/sealed/document';

/**
 * The documents of a case: upload, details, reading, archive (docs/specification.md section 7, docs/product.md section
 * 4).
 */
export const documentRoutesOf = (app: FastifyInstance, parts: DocumentParts): void => {
  const { kernel, gate, preparing } = parts;

  const showAdded = async (reading: Reading, theCase: CaseRow, added: readonly AddedDocument[]) => {
    const rows = added.map(({ row }) => row);
    const shown = await showDocuments(kernel, reading, theCase, rows);
    return shown.map((document, index) => ({
      documentId: document.id,
      document,
      skipped: added[index]?.skipped ?? [],
    }));
  };
  /** The keys of the stored archive, if it contains this letter. */
  const offeredLetter = async (tx: Tx, { patientId, sealed }: DocumentRow, member: number) => {
    const { intake, ...secrets } = await kernel.vault.open(tx, patientId, documentSecrets, sealed);
    if (!intake?.letters.some((letter) => letter.member === member)) throw new Problem('not_found');
    return { ...secrets, intake };
  };

  route(app, documentRoutes.uploadDocument, {
    access: inCase('upload'),
    idempotent: true,
    prepare: async ({ request, actor, theCase, db }) => {
      const leave = await gate.enter(actor.accountId);
      cutWhenCrowded(request.raw, () => gate.isCrowded);
      try {
        await checkRoom(db, actor.accountId, theCase.doctorId, kernel.env);
        return await receiveFiles(parts, request, { patientId: theCase.patientId, accountId: actor.accountId });
      } finally {
        leave();
      }
    },
    discard: (received) => discardFiles(kernel, received),
    handler: async (context) => {
      const { theCase, prepared, auditAs, afterCommit } = context;
      const { added, known } = await addDocuments(kernel, context, prepared);
      auditAs(...uploadsOf(added));
      afterCommit(() => preparing.wake());
      afterCommit(() => discardFiles(kernel, known));
      return showAdded(context, theCase, added);
    },
  });

  // Images from another system: the access, gate, quota and checks of an upload.
  route(app, fhirRoutes.storeInstances, {
    access: inCase('upload'),
    prepare: async ({ request, actor, theCase, db }) => {
      const leave = await gate.enter(actor.accountId);
      cutWhenCrowded(request.raw, () => gate.isCrowded);
      try {
        await checkRoom(db, actor.accountId, theCase.doctorId, kernel.env);
        return await receiveInstances(parts, request, { patientId: theCase.patientId, accountId: actor.accountId });
      } finally {
        leave();
      }
    },
    discard: (received) => discardInstances(parts, received),
    handler: async (context) => {
      const { reply, prepared, auditAs, afterCommit } = context;
      const added = await addInstances(kernel, context, prepared);
      auditAs(...uploadsOf(added));
      afterCommit(() => preparing.wake());
      const stored = prepared.groups.flatMap(({ instances }) => instances);
      reply.status(stored.length === 0 ? 409 : prepared.failed.length > 0 ? 202 : 200);
      reply.type('application/dicom+json');
      return JSON.stringify(storeResponse(stored, prepared.failed));
    },
  });

  // An account that may change the archive may add to its case; only the uploader knows which letters belong to it.
  route(app, documentRoutes.takeLetter, {
    access: inDocument('write', 'document.upload'),
    idempotent: true,
    prepare: async ({ actor, theDocument, theCase, body, db }) => {
      if (!isMine(theDocument, theCase, actor)) throw new Problem('not_allowed_now');
      const leave = await gate.enter(actor.accountId);
      try {
        await db.transaction((tx) => offeredLetter(tx, theDocument, body.member));
        return [await receiveLetter(parts, theDocument, { accountId: actor.accountId, member: body.member })];
      } finally {
        leave();
      }
    },
    discard: (received) => discardFiles(kernel, received),
    handler: async (context) => {
      const { tx, theCase, theDocument, body, prepared, auditAs, afterCommit } = context;
      const secrets = await offeredLetter(tx, theDocument, body.member);
      const { added } = await addDocuments(kernel, context, prepared);
      const letters = secrets.intake.letters.filter(({ member }) => member !== body.member);
      const sealed = await kernel.vault.seal(tx, theDocument.patientId, documentSecrets, {
        ...secrets,
        intake: { ...secrets.intake, letters },
      });
      const [changed] = await tx.update(documents).set({ sealed }).where(eq(documents.id, theDocument.id)).returning();
      if (changed) await record(context, { step: 'document_changed', theCase, document: changed });
      auditAs(...uploadsOf(added));
      afterCommit(() => preparing.wake());
      return showAdded(context, theCase, added);
    },
  });

  route(app, documentRoutes.describeDocument, {
    access: inDocument('write', 'document.write', 'documentId'),
    handler: async (context) => {
      const { theCase, theDocument, body, ...call } = context;
      const described = await describeDocument({ ...call, kernel }, theCase, theDocument, body, () =>
        showDocument(kernel, context, theCase, theDocument),
      );
      return showDocument(kernel, context, theCase, described);
    },
  });

  route(app, documentRoutes.getDocumentFile, {
    access: inDocument('read'),
    prepare: async ({ theDocument }) => {
      const isUnprepared = theDocument.preparedAt === null && theDocument.scanState === 'ready';
      if (isUnprepared && !isPhoto(theDocument.contentType)) preparing.hurry(theDocument.id);
      else if (isUnprepared && !(await preparing.ready(theDocument.id)))
        throw new Problem('unavailable', { retryAfter: 5 });
      await storeViewSum(kernel, theDocument).catch((failure: unknown) =>
        kernel.log.warn({ failure }, 'the checksum of a copy waits'),
      );
    },
    handler: async (context) => {
      await recordFirstRead(context, context.theCase, context.theDocument);
      return locateFile(kernel, context, context.theDocument);
    },
  });

  for (const [contract, archived] of [
    [documentRoutes.archiveDocument, true],
    [documentRoutes.restoreDocument, false],
  ] as const) {
    route(app, contract, {
      access: inDocument('archive', archived ? 'document.archive' : 'document.restore'),
      handler: async (context) => {
        const { tx, actor, theCase, theDocument, now } = context;
        return showDocument(
          kernel,
          context,
          theCase,
          await setArchived({ tx, actor, now }, theCase, theDocument, archived),
        );
      },
    });
  }

  route(app, documentRoutes.listDocuments, {
    access: inCase('read', 'document.list'),
    handler: (context) => listDocuments(kernel, context, context.theCase, context.query),
  });

  route(app, documentRoutes.listPatientDocuments, {
    access: inPatient('readDocuments'),
    handler: (context) => listPatientDocuments(kernel, context, context.thePatient, context.query),
  });

  route(app, documentRoutes.getDocument, {
    access: inDocument('read'),
    handler: async (context) => {
      await recordFirstRead(context, context.theCase, context.theDocument);
      return showDocument(kernel, context, context.theCase, context.theDocument);
    },
  });

  route(app, documentRoutes.getDocumentHistory, {
    access: inDocument('read'),
    handler: ({ tx, theDocument }) => documentHistory(kernel, tx, theDocument),
  });

  route(app, documentRoutes.listReportImages, {
    access: inDocument('read'),
    handler: async ({ tx, actor, theDocument }) =>
      reportImages(
        tx,
        actor,
        theDocument,
        await kernel.vault.open(tx, theDocument.patientId, documentSecrets, theDocument.sealed),
      ),
  });

  route(app, documentRoutes.listDocumentPictures, {
    access: inDocument('read'),
    handler: ({ tx, actor, theCase, theDocument }) =>
      documentPictures({ tx, actor, vault: kernel.vault }, theCase, theDocument),
  });

  route(app, documentRoutes.openViewer, {
    access: inDocument('read', 'document.view_images'),
    reads: true,
    handler: async ({ tx, actor, session, theDocument, now, query, auditAs }) => {
      const { dicom } = await kernel.vault.open(tx, theDocument.patientId, documentSecrets, theDocument.sealed);
      if (!dicom || theDocument.scanState !== 'ready') throw new Problem('not_allowed_now');
      const asked = query.study ?? dicom.study_uid;
      if (![dicom, ...(dicom.other_studies ?? [])].some(({ study_uid: uid }) => uid === asked))
        throw new Problem('not_found');
      const study = { documentId: theDocument.id, studyUid: asked };
      const { patientId, caseId } = theDocument;
      auditAs(
        ...(await documentsOfStudy(tx, { actor, caseId, ...study })).map((documentId) => ({
          action: 'document.view_images' as const,
          result: 'allowed' as const,
          patientId,
          caseId,
          documentId,
        })),
      );
      const { token } = await issueTicket(
        tx,
        { accountId: actor.accountId, sessionId: session.id },
        { kind: 'viewer', ...study },
        now,
        viewerTimes.ticketSeconds * secondMs,
      );
      return {
        url: viewerLink(kernel.env.origins.viewer, { studyUid: asked, ticket: token, language: session.locale }),
      };
    },
  });
};
