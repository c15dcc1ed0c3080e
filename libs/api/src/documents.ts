import { documentRoutes as routes } from '@konsil/contracts/documents';
import type { Document } from '@konsil/contracts/documents';
import { baseApi } from './base-api.ts';
import { list, read, write } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';
import { staleAfter } from './tags.ts';

const changed = ({ id, case_id }: Pick<Document, 'id' | 'case_id'>) => staleAfter('document', { case_id, ref_id: id });

export const {
  useListDocumentsInfiniteQuery,
  useGetDocumentQuery,
  useGetDocumentFileQuery,
  useLazyGetDocumentFileQuery,
  useGetDocumentHistoryQuery,
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
    getDocument: read(
      build,
      routes.getDocument,
      (id: string) => ({ params: { id } }),
      (id) => [{ type: 'Document', id }],
    ),
    getDocumentFile: read(
      build,
      routes.getDocumentFile,
      (id: string) => ({ params: { id } }),
      () => [],
    ),
    getDocumentHistory: read(
      build,
      routes.getDocumentHistory,
      (id: string) => ({ params: { id } }),
      (id) => [{ type: 'Document', id }],
    ),
    describeDocument: write(
      build,
      routes.describeDocument,
      ({ documentId, body }: { documentId: string; body: Body<typeof routes.describeDocument> }) => ({
        params: { documentId },
        body,
      }),
      (_arg, document) => changed(document),
    ),
    takeLetter: write(
      build,
      routes.takeLetter,
      ({ documentId, member }: { documentId: string; caseId: string; member: number }) => ({
        params: { id: documentId },
        body: { member },
      }),
      ({ documentId, caseId }) => changed({ id: documentId, case_id: caseId }),
    ),
    archiveDocument: write(
      build,
      routes.archiveDocument,
      (id: string) => ({ params: { id } }),
      (_id, document) => changed(document),
    ),
    restoreDocument: write(
      build,
      routes.restoreDocument,
      (id: string) => ({ params: { id } }),
      (_id, document) => changed(document),
    ),
    openViewer: write(build, routes.openViewer, ({ documentId, study }: { documentId: string; study?: string }) => ({
      params: { id: documentId },
      query: { study },
    })),
  }),
});
