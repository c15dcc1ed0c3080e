// @bundle route
import type { ReaderRole } from '@konsil/contracts/reader-states';
import { readerRoutes as routes } from '@konsil/contracts/readers';
import { baseApi } from './base-api.ts';
import { readEndpoint, readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const readers = (): Tag[] => [{ type: 'Readers' }];
// The dashboard names the persons.
const changed = (): Tag[] => [{ type: 'Readers' }, { type: 'Cases' }, { type: 'Audit' }];

export const {
  useListReadersQuery,
  useInviteReaderMutation,
  useListSharedPersonsQuery,
  useGetSharedRecordQuery,
  useGetSharedCaseQuery,
  useAnswerInvitationMutation,
  useChangeReaderMutation,
  useEndReaderMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listReaders: readEndpoint(build, routes.listReaders, (id: string) => ({ params: { id } }), readers),
    inviteReader: writeEndpoint(
      build,
      routes.inviteReader,
      ({ id, body }: { id: string; body: Body<typeof routes.inviteReader> }) => ({ params: { id }, body }),
      changed,
    ),
    listSharedPersons: readOnly(build, routes.listSharedPersons, readers),
    getSharedRecord: readEndpoint(build, routes.getSharedRecord, (id: string) => ({ params: { id } }), readers),
    getSharedCase: readEndpoint(build, routes.getSharedCase, (id: string) => ({ params: { id } }), readers),
    answerInvitation: writeEndpoint(
      build,
      routes.answerInvitation,
      ({ id, accepts }: { id: string; accepts: boolean }) => ({ params: { id }, body: { accepts } }),
      changed,
    ),
    changeReader: writeEndpoint(
      build,
      routes.changeReader,
      ({ id, role }: { id: string; role: ReaderRole }) => ({ params: { id }, body: { role } }),
      changed,
    ),
    endReader: writeEndpoint(build, routes.endReader, (id: string) => ({ params: { id } }), changed),
  }),
});
