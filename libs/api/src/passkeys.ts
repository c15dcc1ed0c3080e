import { passkeyRoutes as routes } from '@konsil/contracts/passkeys';
import { baseApi } from './base-api.ts';
import { mutationsOf } from './call-endpoints.ts';
import { readOnly, write } from './contract-endpoints.ts';
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
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ...mutationsOf(build, plainPasskeyCalls),
    listPasskeys: readOnly(build, routes.listPasskeys, passkeys),
    startPasskey: write(build, routes.startPasskey, (body: Body<typeof routes.startPasskey>) => ({ body })),
    addPasskey: write(build, routes.addPasskey, (body: Body<typeof routes.addPasskey>) => ({ body }), passkeys),
    renamePasskey: write(
      build,
      routes.renamePasskey,
      ({ id, body }: { id: string; body: Body<typeof routes.renamePasskey> }) => ({ params: { id }, body }),
      passkeys,
    ),
    removePasskey: write(
      build,
      routes.removePasskey,
      ({ id, body }: { id: string; body: Body<typeof routes.removePasskey> }) => ({ params: { id }, body }),
      passkeys,
    ),
  }),
});
