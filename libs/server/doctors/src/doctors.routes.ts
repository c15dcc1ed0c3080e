import { clinicRoutes } from '@konsil/contracts/clinics';
import { doctorRoutes as contracts } from '@konsil/contracts/doctors';
import type { ListedDoctor } from '@konsil/contracts/doctors';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { route } from '@konsil/server-domain/http/route';
import { assistedDoctors } from '@konsil/server-domain/doctors/assistants';
import { awayDoctors } from '@konsil/server-domain/doctors/absences';
import { clinicsOf } from '@konsil/server-domain/doctors/clinics';
import { findStaying, pageOfDoctors, priced } from '@konsil/server-domain/doctors/doctors.queries';
import { portraitsOf } from '@konsil/server-domain/doctors/portraits';
import { Problem } from '@konsil/server-platform/http/problems';
import { clinicPage } from './clinics.ts';
import { measuredReplies } from './reply-times.ts';

/** The directory of doctors, and the page of each. */
export const doctorRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  // Measured outside the request's transaction, which sees the cases of its own account only.
  const measure = (ids: readonly string[]) => measuredReplies(kernel.db, ids, kernel.clock.now());

  route(app, contracts.listDoctors, {
    access: signedIn(),
    prepare: async ({ db, query }) => {
      const found = await pageOfDoctors(db, query);
      return { found, measured: await measure(found.map(({ id }) => id)) };
    },
    handler: async ({ tx, now, prepared: { found, measured } }) => {
      const ids = found.map(({ id }) => id);
      const [away, clinics] = [await awayDoctors(tx, ids, now), await clinicsOf(tx, ids)];
      const [assisted, portraits] = [await assistedDoctors(tx, ids), await portraitsOf(tx, ids)];
      return found.map(
        (doctor): ListedDoctor => ({
          ...doctor,
          measured_reply: measured.get(doctor.id) ?? null,
          away: away.get(doctor.id) ?? null,
          clinics: clinics.get(doctor.id) ?? [],
          portrait_url: portraits.get(doctor.id) ?? null,
          ...(assisted.has(doctor.id) && { assistants: true }),
        }),
      );
    },
  });

  route(app, contracts.getDoctor, {
    access: signedIn(),
    prepare: ({ params }) => measure([params.id]),
    handler: async ({ tx, params, now, prepared: measured }) => {
      const row = await findStaying(tx, params.id);
      if (!row) throw new Problem('not_found');
      const reply = measured.get(row.accountId);
      return {
        ...priced(row),
        topics: row.topics,
        about_de: row.aboutDe,
        about_en: row.aboutEn,
        measured_reply: reply ?? null,
        ...(reply && { replies: reply.replies }),
        away: (await awayDoctors(tx, [row.accountId], now)).get(row.accountId) ?? null,
        clinics: (await clinicsOf(tx, [row.accountId])).get(row.accountId) ?? [],
        portrait_url: (await portraitsOf(tx, [row.accountId])).get(row.accountId) ?? null,
        ...((await assistedDoctors(tx, [row.accountId])).has(row.accountId) && { assistants: true }),
      };
    },
  });

  route(app, clinicRoutes.getClinic, {
    access: signedIn(),
    handler: async ({ tx, params }) => {
      const page = await clinicPage(tx, params.id);
      if (!page) throw new Problem('not_found');
      return page;
    },
  });
};
