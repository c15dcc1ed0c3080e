import { consoleArchiveRoutes as routes } from '@konsil/contracts/console-archives';
import { baseApi } from './base-api.ts';
import { readEndpoint, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const archiveOf = (id: string): Tag => ({ type: 'Console', id: `archive ${id}` });

export const {
  useConsoleArchiveQuery,
  useTryConsoleArchiveQuery,
  useConnectConsoleArchiveMutation,
  useDisconnectConsoleArchiveMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    consoleArchive: readEndpoint(
      build,
      routes.consoleArchive,
      (id: string) => ({ params: { id } }),
      (id) => [archiveOf(id)],
    ),
    tryConsoleArchive: readEndpoint(
      build,
      routes.tryConsoleArchive,
      // The state of the archive that was connected then: another connection is another trial.
      ({ id }: { id: string; connectedAt: string }) => ({ params: { id } }),
      () => [],
    ),
    connectConsoleArchive: writeEndpoint(
      build,
      routes.connectConsoleArchive,
      ({ id, body }: { id: string; body: Body<typeof routes.connectConsoleArchive> }) => ({ params: { id }, body }),
      ({ id }) => [archiveOf(id)],
    ),
    disconnectConsoleArchive: writeEndpoint(
      build,
      routes.disconnectConsoleArchive,
      (id: string) => ({ params: { id } }),
      (id) => [archiveOf(id)],
    ),
  }),
});
