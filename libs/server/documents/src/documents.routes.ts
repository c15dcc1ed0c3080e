import { documentRoutes } from '@konsil/contracts/documents';
import type { FastifyInstance } from 'fastify';
import { inCase, inDocument } from '@konsil/server-domain/access/addresses';
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
import type { DocumentSecrets } from '@konsil/server-domain/documents/document-details';
import { showDocument, showDocuments } from './document-view.ts';
import { listDocuments } from './documents.queries.ts';
import { isPhoto } from '@konsil/server-dicom/file-type';
import type { DocumentParts } from './parts.ts';
import { noteRead } from './read-document.ts';
import { addDocuments } from './upload/add-documents.ts';
import { checkQuota } from './upload/quota.ts';
import { discardFiles, receiveFiles } from './upload/receive-files.ts';
import { documentsOfStudy } from './viewing/stored-studies.ts';

/**
 * The documents of a case: upload, details, reading, archive (docs/specification.md section 7, docs/product.md section
 * 4).
 */
export const documentRoutesOf = (app: FastifyInstance, parts: DocumentParts): void => {
  const { kernel, gate, preparing } = parts;

  route(app, documentRoutes.uploadDocument, {
    access: inCase('upload'),
    idempotent: true,
    prepare: async ({ request, actor, theCase, db }) => {
      const leave = await gate.enter(actor.accountId);
      cutWhenCrowded(request.raw, () => gate.isCrowded);
      try {
        await checkQuota(db, actor.accountId, kernel.env, { files: 1, bytes: 1 });
        return await receiveFiles(parts, request, { patientId: theCase.patientId, accountId: actor.accountId });
      } finally {
        leave();
      }
    },
    discard: (received) => discardFiles(kernel, received),
    handler: async (context) => {
      const { theCase, prepared, auditAs, afterCommit } = context;
      const { added, known } = await addDocuments(kernel, context, prepared);
      const shown = await showDocuments(
        kernel,
        context,
        theCase,
        added.map(({ row }) => row),
      );
      auditAs(
        ...added.map(({ row }) => ({
          action: 'document.upload',
          result: 'allowed' as const,
          patientId: row.patientId,
          caseId: row.caseId,
          documentId: row.id,
        })),
      );
      afterCommit(() => preparing.wake());
      afterCommit(() => discardFiles(kernel, known));
      return shown.flatMap((document, index) => {
        const { skipped = [] } = added[index] ?? {};
        return [{ documentId: document.id, document, skipped }];
      });
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
      const waits =
        isPhoto(theDocument.contentType) && theDocument.preparedAt === null && theDocument.scanState === 'ready';
      if (waits && !(await preparing.ready(theDocument.id))) throw new Problem('unavailable', { retryAfter: 5 });
      await storeViewSum(kernel, theDocument).catch((failure: unknown) =>
        kernel.log.warn({ failure }, 'the checksum of a copy waits'),
      );
    },
    handler: async (context) => {
      await noteRead(context, context.theCase, context.theDocument);
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

  route(app, documentRoutes.getDocument, {
    access: inDocument('read'),
    handler: async (context) => {
      await noteRead(context, context.theCase, context.theDocument);
      return showDocument(kernel, context, context.theCase, context.theDocument);
    },
  });

  route(app, documentRoutes.getDocumentHistory, {
    access: inDocument('read'),
    handler: ({ tx, theDocument }) => documentHistory(kernel, tx, theDocument),
  });

  route(app, documentRoutes.openViewer, {
    access: inDocument('read', 'document.view_images'),
    reads: true,
    handler: async ({ tx, actor, session, theDocument, now, query, auditAs }) => {
      const { dicom } = await kernel.vault.open<DocumentSecrets>(tx, theDocument.patientId, theDocument.sealed);
      if (!dicom || theDocument.scanState !== 'ready') throw new Problem('not_allowed_now');
      const asked = query.study ?? dicom.study_uid;
      if (![dicom, ...(dicom.other_studies ?? [])].some(({ study_uid: uid }) => uid === asked))
        throw new Problem('not_found');
      const study = { documentId: theDocument.id, studyUid: asked };
      const { patientId, caseId } = theDocument;
      auditAs(
        ...(await documentsOfStudy(tx, { actor, caseId, ...study })).map((documentId) => ({
          action: 'document.view_images',
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
