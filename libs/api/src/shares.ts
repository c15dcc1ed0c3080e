// @bundle route
import { shareRoutes as routes } from '@konsil/contracts/shares';
import { addressFor, throwProblem } from './ask.ts';
import { baseApi } from './base-api.ts';
import { fromCall } from './call-endpoints.ts';
import { readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import { authHeaders } from './cookies.ts';
import { credentials } from './origin.ts';
import { networkProblem, ProblemError } from './problem.ts';
import type { Tag } from './tags.ts';

interface SealedFile {
  id: string;
  /** The encrypted file, a compact JWE. */
  file: Blob;
}

/** Uploads one encrypted file of a link. Throws a `ProblemError`. */
const addShareFile = async ({ id, file }: SealedFile): Promise<{ ok: true }> => {
  const body = new FormData();
  body.append('File', file, 'file.jwe');
  const response = await fetch(addressFor(routes.addShareFile, { params: { id } }), {
    method: routes.addShareFile.method,
    credentials: credentials(),
    headers: { accept: 'application/json', ...authHeaders() },
    body,
  }).catch(() => {
    throw new ProblemError(networkProblem);
  });
  if (!response.ok)
    return throwProblem(response.status, await response.json().catch(() => null), response.headers.get('retry-after'));
  return { ok: true };
};

const changed = (): Tag[] => [{ type: 'Shares' }, { type: 'Audit' }];

export const {
  useListShareLinksQuery,
  useCreateShareLinkMutation,
  useAddShareFileMutation,
  useStartShareLinkMutation,
  useEndShareLinkMutation,
  useGetShareManifestMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listShareLinks: readOnly(build, routes.listShareLinks, () => [{ type: 'Shares' }]),
    createShareLink: writeEndpoint(
      build,
      routes.createShareLink,
      ({ caseId, body }: { caseId: string; body: Body<typeof routes.createShareLink> }) => ({
        params: { id: caseId },
        body,
      }),
    ),
    addShareFile: build.mutation<{ ok: true }, SealedFile>({ queryFn: fromCall(addShareFile) }),
    startShareLink: writeEndpoint(build, routes.startShareLink, (id: string) => ({ params: { id } }), changed),
    endShareLink: writeEndpoint(build, routes.endShareLink, (id: string) => ({ params: { id } }), changed),
    getShareManifest: writeEndpoint(
      build,
      routes.getShareManifest,
      ({ id, body }: { id: string; body: Body<typeof routes.getShareManifest> }) => ({ params: { token: id }, body }),
    ),
  }),
});
