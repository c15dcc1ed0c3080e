import { consoleClinicRoutes as contracts, type ClinicFields } from '@konsil/contracts/console-clinics';
import { mostPictureBody } from '@konsil/contracts/pictures';
import type { FastifyInstance } from 'fastify';
import { encodedPicture } from '@konsil/server-documents/encoded-picture';
import { FileDrawer } from '@konsil/server-documents/file-drawer';
import { operating } from '@konsil/server-domain/access/addresses';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { route } from '@konsil/server-domain/http/route';
import {
  addClinic,
  archiveClinic,
  findByName,
  listClinics,
  readClinic,
  setDoctor,
  setPool,
  updateClinic,
} from './clinics.ts';

/** Clinics in the console. Requests may read them; they are written with the server's rights (migration clinics). */
export const clinicRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const drawer = new FileDrawer(kernel, { niceness: 10 });
  app.addHook('onClose', () => drawer.close());
  /** The logo as it is stored; undefined if it stays, null if it is removed. */
  const logoOf = async (
    { logo }: Pick<ClinicFields, 'logo'>,
    accountId: string,
  ): Promise<Buffer | null | undefined> => {
    if (!logo) return logo === undefined ? undefined : null;
    return (await encodedPicture(drawer, 'clinicLogo', { base64: logo, accountId, path: 'logo' })).bytes;
  };

  route(app, contracts.listClinics, {
    access: operating('doctors'),
    handler: ({ tx, query }) => listClinics(kernel, tx, query),
  });

  route(app, contracts.consoleClinic, {
    access: operating('doctors'),
    handler: ({ tx, params }) => readClinic(tx, params.id),
  });

  route(app, contracts.addClinic, {
    access: operating('doctors'),
    bodyLimit: mostPictureBody,
    prepare: ({ body, session }) => logoOf(body, session.accountId),
    handler: async ({ tx, body, now, audit, prepared: logo }) => {
      const added = await withAllRows(tx, () => addClinic(tx, { ...body, logo }, now));
      audit({ action: 'clinic.add', result: 'allowed', detail: { clinic: added.id } });
      return added;
    },
  });

  route(app, contracts.updateClinic, {
    access: operating('doctors'),
    bodyLimit: mostPictureBody,
    prepare: ({ body, session }) => logoOf(body, session.accountId),
    handler: async ({ tx, params, body, audit, prepared: logo }) => {
      const changed = await withAllRows(tx, () => updateClinic(tx, params.id, { ...body, logo }));
      audit({ action: 'clinic.change', result: 'allowed', detail: { clinic: changed.id } });
      return changed;
    },
  });

  route(app, contracts.archiveClinic, {
    access: operating('doctors'),
    handler: async ({ tx, params, body: { archived }, now, audit }) => {
      const changed = await withAllRows(tx, () => archiveClinic(tx, params.id, archived, now));
      audit({
        action: archived ? 'clinic.archive' : 'clinic.restore',
        result: 'allowed',
        detail: { clinic: changed.id },
      });
      return changed;
    },
  });

  route(app, contracts.setPoolOfClinic, {
    access: operating('doctors'),
    handler: async ({ tx, params, body: { on }, now, audit }) => {
      const changed = await withAllRows(tx, () => setPool(tx, params.id, on, now));
      audit({ action: on ? 'clinic.pool_on' : 'clinic.pool_off', result: 'allowed', detail: { clinic: changed.id } });
      return changed;
    },
  });

  route(app, contracts.setDoctorOfClinic, {
    access: operating('doctors'),
    handler: async ({ tx, params, body, now, audit }) => {
      const { clinic, left } = await withAllRows(tx, () => setDoctor({ tx, kernel, now }, params.id, body));
      const about = { result: 'allowed', subjectId: body.doctor } as const;
      audit(
        { ...about, action: body.belongs ? 'clinic.doctor_in' : 'clinic.doctor_out', detail: { clinic: clinic.id } },
        ...left.map((client) => ({ ...about, action: 'client.leave' as const, detail: { client } })),
      );
      return clinic;
    },
  });

  route(app, contracts.findDoctorsOfConsole, {
    access: operating('doctors'),
    handler: ({ tx, query }) => findByName(tx, query.search),
  });
};
