import { doctorRoutes as contracts } from '@konsil/contracts/doctors';
import type { ListedDoctor } from '@konsil/contracts/doctors';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { route } from '@konsil/server-domain/http/route';
import { findStaying, listDoctors, toDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import { Problem } from '@konsil/server-platform/http/problems';
import { measuredReplies } from './reply-times.ts';

/** The directory of doctors, and the page of each. */
export const doctorRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  // Measured outside the request's transaction, which sees the cases of its own account only.
  const measure = () => measuredReplies(kernel.db, kernel.clock.now());

  route(app, contracts.listDoctors, {
    access: signedIn(),
    prepare: measure,
    handler: async ({ tx, query, prepared: measured }) =>
      (await listDoctors(tx, query.search)).map(
        (doctor): ListedDoctor => ({ ...doctor, measured_reply: measured.get(doctor.id) ?? null }),
      ),
  });

  route(app, contracts.getDoctor, {
    access: signedIn(),
    prepare: measure,
    handler: async ({ tx, params, prepared: measured }) => {
      const row = await findStaying(tx, params.id);
      if (!row) throw new Problem('not_found');
      return {
        ...toDoctor(row),
        topics: row.topics,
        about_de: row.aboutDe,
        about_en: row.aboutEn,
        measured_reply: measured.get(row.accountId) ?? null,
      };
    },
  });
};
