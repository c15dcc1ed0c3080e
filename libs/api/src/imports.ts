// @bundle route
import { importPieceBytes } from '@konsil/contracts/import-limits';
import { importRoutes as routes } from '@konsil/contracts/imports';
import type { RecordImport } from '@konsil/contracts/imports';
import { addressFor, throwProblem } from './ask.ts';
import { baseApi } from './base-api.ts';
import { fromCall } from './call-endpoints.ts';
import { readEndpoint, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import { authHeaders } from './cookies.ts';
import { credentials } from './origin.ts';
import { networkProblem, ProblemError } from './problem.ts';
import { sessionUsed } from './session-signals.ts';
import type { Tag } from './tags.ts';

interface Piece {
  id: string;
  position: number;
  file: Blob;
}

/** Sends one piece of an archive. Throws a `ProblemError`. */
const addImportPiece = async ({ id, position, file }: Piece): Promise<RecordImport> => {
  const body = new FormData();
  body.append('File', file, 'piece');
  const response = await fetch(
    addressFor(routes.addImportPiece, { params: { id }, query: { position: String(position) } }),
    {
      method: routes.addImportPiece.method,
      credentials: credentials(),
      headers: { accept: 'application/json', ...authHeaders() },
      body,
    },
  ).catch(() => {
    throw new ProblemError(networkProblem);
  });
  if (!response.ok)
    return throwProblem(response.status, await response.json().catch(() => null), response.headers.get('retry-after'));
  sessionUsed.emit();
  return (await response.json()) as RecordImport;
};

/** The bytes of one piece of a file. */
export const pieceOf = (file: Blob, position: number): Blob =>
  file.slice(position * importPieceBytes, (position + 1) * importPieceBytes);

const changed = (): Tag[] => [{ type: 'Imports' }, { type: 'Audit' }];

export const {
  useListImportsQuery,
  useBeginImportMutation,
  useGetImportQuery,
  useAddImportPieceMutation,
  useCheckImportMutation,
  useTakeImportMutation,
  useRemoveImportMutation,
  useGetImportedCaseQuery,
  useLazyGetImportedFileQuery,
  useFindKnownFilesMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    findKnownFiles: writeEndpoint(
      build,
      routes.findKnownFiles,
      ({ id, body }: { id: string; body: Body<typeof routes.findKnownFiles> }) => ({ params: { id }, body }),
    ),
    listImports: readEndpoint(
      build,
      routes.listImports,
      (id: string) => ({ params: { id } }),
      () => [{ type: 'Imports' }],
    ),
    beginImport: writeEndpoint(
      build,
      routes.beginImport,
      ({ id, body }: { id: string; body: Body<typeof routes.beginImport> }) => ({ params: { id }, body }),
    ),
    getImport: readEndpoint(
      build,
      routes.getImport,
      (id: string) => ({ params: { id } }),
      () => [{ type: 'Imports' }],
    ),
    addImportPiece: build.mutation<RecordImport, Piece>({ queryFn: fromCall(addImportPiece) }),
    checkImport: writeEndpoint(build, routes.checkImport, (id: string) => ({ params: { id } }), changed),
    takeImport: writeEndpoint(
      build,
      routes.takeImport,
      ({ id, body }: { id: string; body: Body<typeof routes.takeImport> }) => ({ params: { id }, body }),
      changed,
    ),
    removeImport: writeEndpoint(build, routes.removeImport, (id: string) => ({ params: { id } }), changed),
    getImportedCase: readEndpoint(
      build,
      routes.getImportedCase,
      ({ id, place }: { id: string; place: string }) => ({ params: { id }, query: { place } }),
      () => [{ type: 'Imports' }],
    ),
    getImportedFile: readEndpoint(
      build,
      routes.getImportedFile,
      ({ id, place }: { id: string; place: string }) => ({ params: { id }, query: { place } }),
      () => [],
    ),
  }),
});
