import { doctorRoutes as contracts } from '@konsil/contracts/doctors';
import type { ListedDoctor } from '@konsil/contracts/doctors';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { route } from '@konsil/server-domain/http/route';
import { awayDoctors } from '@konsil/server-domain/doctors/absences';
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
    handler: async ({ tx, query, now, prepared: measured }) => {
      const found = await listDoctors(tx, query.search);
      const away = await awayDoctors(
        tx,
        found.map(({ id }) => id),
        now,
      );
      return found.map(
        (doctor): ListedDoctor => ({
          ...doctor,
          measured_reply: measured.get(doctor.id) ?? null,
          away: away.get(doctor.id) ?? null,
        }),
      );
    },
  });

  route(app, contracts.getDoctor, {
    access: signedIn(),
    prepare: measure,
    handler: async ({ tx, params, now, prepared: measured }) => {
      const row = await findStaying(tx, params.id);
      if (!row) throw new Problem('not_found');
      return {
        ...toDoctor(row),
        topics: row.topics,
        about_de: row.aboutDe,
        about_en: row.aboutEn,
        measured_reply: measured.get(row.accountId) ?? null,
        away: (await awayDoctors(tx, [row.accountId], now)).get(row.accountId) ?? null,
      };
    },
  });
};
