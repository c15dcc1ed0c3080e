import { documentRoutes as routes } from '@konsil/contracts/documents';
import type { Document } from '@konsil/contracts/documents';
import { baseApi } from './base-api.ts';
import { list, readEndpoint, writeEndpoint } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';
import { allCasesTagId, tagsChangedBy } from './tags.ts';

const changed = ({ id, case_id }: Pick<Document, 'id' | 'case_id'>) =>
  tagsChangedBy('document', { case_id, ref_id: id });

export const {
  useListDocumentsInfiniteQuery,
  useListPatientDocumentsInfiniteQuery,
  useGetDocumentQuery,
  useGetDocumentFileQuery,
  useLazyGetDocumentFileQuery,
  useGetDocumentHistoryQuery,
  useLazyListDocumentPicturesQuery,
  useListReportImagesQuery,
  useDescribeDocumentMutation,
  useTakeLetterMutation,
  useArchiveDocumentMutation,
  useRestoreDocumentMutation,
  useOpenViewerMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listDocuments: list(
      build,
      routes.listDocuments,
      ({ caseId, ...query }: { caseId: string } & Filters<typeof routes.listDocuments>) => ({
        params: { id: caseId },
        query,
      }),
      ({ caseId }) => [{ type: 'Documents', id: caseId }],
    ),
    listPatientDocuments: list(
      build,
      routes.listPatientDocuments,
      ({ patientId, ...query }: { patientId: string } & Filters<typeof routes.listPatientDocuments>) => ({
        params: { id: patientId },
        query,
      }),
      () => [{ type: 'Documents', id: allCasesTagId }],
    ),
    getDocument: readEndpoint(
      build,
      routes.getDocument,
      (id: string) => ({ params: { id } }),
      (id) => [{ type: 'Document', id }],
    ),
    getDocumentFile: readEndpoint(
      build,
      routes.getDocumentFile,
      (id: string) => ({ params: { id } }),
      () => [],
    ),
    getDocumentHistory: readEndpoint(
      build,
      routes.getDocumentHistory,
      (id: string) => ({ params: { id } }),
      (id) => [{ type: 'Document', id }],
    ),
    listReportImages: readEndpoint(
      build,
      routes.listReportImages,
      ({ id }: { id: string; caseId: string }) => ({ params: { id } }),
      ({ caseId }) => [{ type: 'Documents', id: caseId }],
    ),
    listDocumentPictures: readEndpoint(
      build,
      routes.listDocumentPictures,
      (id: string) => ({ params: { id } }),
      () => [],
    ),
    describeDocument: writeEndpoint(
      build,
      routes.describeDocument,
      ({ documentId, body }: { documentId: string; body: Body<typeof routes.describeDocument> }) => ({
        params: { documentId },
        body,
      }),
      (_arg, document) => changed(document),
    ),
    takeLetter: writeEndpoint(
      build,
      routes.takeLetter,
      ({ documentId, member }: { documentId: string; caseId: string; member: number }) => ({
        params: { id: documentId },
        body: { member },
      }),
      ({ documentId, caseId }) => changed({ id: documentId, case_id: caseId }),
    ),
    archiveDocument: writeEndpoint(
      build,
      routes.archiveDocument,
      (id: string) => ({ params: { id } }),
      (_id, document) => changed(document),
    ),
    restoreDocument: writeEndpoint(
      build,
      routes.restoreDocument,
      (id: string) => ({ params: { id } }),
      (_id, document) => changed(document),
    ),
    openViewer: writeEndpoint(
      build,
      routes.openViewer,
      ({ documentId, study }: { documentId: string; study?: string }) => ({
        params: { id: documentId },
        query: { study },
      }),
    ),
  }),
});
