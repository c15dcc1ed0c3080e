import { consoleFormRoutes as routes } from '@konsil/contracts/console-forms';
import { baseApi } from './base-api.ts';
import { readEndpoint, readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const forms = (): Tag[] => [{ type: 'Console', id: 'forms' }];

export const { useConsoleFormsQuery, useConsoleFormQuery, useSaveConsoleFormMutation, useGiveConsoleFormMutation } =
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      consoleForms: readOnly(build, routes.consoleForms, forms),
      consoleForm: readEndpoint(build, routes.consoleForm, (specialty: string) => ({ query: { specialty } }), forms),
      saveConsoleForm: writeEndpoint(
        build,
        routes.saveConsoleForm,
        (body: Body<typeof routes.saveConsoleForm>) => ({ body }),
        forms,
      ),
      giveConsoleForm: writeEndpoint(
        build,
        routes.giveConsoleForm,
        (body: Body<typeof routes.giveConsoleForm>) => ({ body }),
        forms,
      ),
    }),
  });
