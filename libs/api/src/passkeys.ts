// @bundle route
import { passkeyRoutes as routes } from '@konsil/contracts/passkeys';
import { baseApi } from './base-api.ts';
import { mutationsOf } from './call-endpoints.ts';
import { readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import { plainPasskeyCalls } from './passkey-calls.ts';
import type { Tag } from './tags.ts';

const passkeys = (): Tag[] => [{ type: 'Passkeys' }];

export const {
  useListPasskeysQuery,
  useStartPasskeyMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
  useProveIdentityMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ...mutationsOf(build, plainPasskeyCalls),
    listPasskeys: readOnly(build, routes.listPasskeys, passkeys),
    startPasskey: writeEndpoint(build, routes.startPasskey, (body: Body<typeof routes.startPasskey>) => ({ body })),
    addPasskey: writeEndpoint(build, routes.addPasskey, (body: Body<typeof routes.addPasskey>) => ({ body }), passkeys),
    proveIdentity: writeEndpoint(build, routes.proveIdentity, (body: Body<typeof routes.proveIdentity>) => ({ body })),
    renamePasskey: writeEndpoint(
      build,
      routes.renamePasskey,
      ({ id, body }: { id: string; body: Body<typeof routes.renamePasskey> }) => ({ params: { id }, body }),
      passkeys,
    ),
    removePasskey: writeEndpoint(
      build,
      routes.removePasskey,
      ({ id, body }: { id: string; body: Body<typeof routes.removePasskey> }) => ({ params: { id }, body }),
      passkeys,
    ),
  }),
});
