import { consoleFormRoutes as contracts } from '@konsil/contracts/console-forms';
import type { FastifyInstance } from 'fastify';
import { giveFormToSpecialty, saveFormOfSpecialty } from '@konsil/server-doctors/specialty-forms';
import { operating } from '@konsil/server-domain/access/addresses';
import { formOfSpecialty } from '@konsil/server-domain/doctors/specialty-forms';
import { route } from '@konsil/server-domain/http/route';
import { listForms } from './forms.ts';

/** The forms of specialties in the console. Row security lets operators with the permission write them, and no others. */
export const formRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.consoleForms, {
    access: operating('forms'),
    handler: async ({ tx }) => ({ items: await listForms({ tx, kernel }) }),
  });

  route(app, contracts.consoleForm, {
    access: operating('forms'),
    handler: async ({ tx, query: { specialty } }) => ({
      specialty,
      ...(await formOfSpecialty({ tx, kernel }, specialty)),
    }),
  });

  route(app, contracts.saveConsoleForm, {
    access: operating('forms'),
    handler: async ({ body: { specialty, ...written }, audit, ...call }) => {
      const { form, isNew } = await saveFormOfSpecialty({ ...call, kernel }, specialty, written);
      if (isNew)
        audit({
          action: form.fields.length > 0 ? 'form.change' : 'form.end',
          result: 'allowed',
          detail: { specialty, version: String(form.version), fields: String(form.fields.length) },
        });
      return { specialty, ...form };
    },
  });

  route(app, contracts.giveConsoleForm, {
    access: operating('forms'),
    handler: async ({ body, audit, ...call }) => {
      const { given, ended } = await giveFormToSpecialty({ ...call, kernel }, body);
      audit(
        {
          action: 'form.change',
          result: 'allowed',
          detail: { specialty: body.to, version: String(given.version), fields: String(given.fields.length) },
        },
        {
          action: 'form.end',
          result: 'allowed',
          detail: { specialty: body.specialty, version: String(ended.version), fields: '0' },
        },
      );
      return { ok: true as const };
    },
  });
};
