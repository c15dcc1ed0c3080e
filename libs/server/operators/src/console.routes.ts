import { consoleDoctorRoutes as doctors } from '@konsil/contracts/console-doctors';
import { consoleRoutes as contracts } from '@konsil/contracts/console';
import { consoleLetterRoutes as letters } from '@konsil/contracts/console-letters';
import { consolePeopleRoutes as people } from '@konsil/contracts/console-people';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { operating } from '@konsil/server-domain/access/addresses';
import { accountById, fullName } from '@konsil/server-domain/accounts/accounts.queries';
import { route } from '@konsil/server-domain/http/route';
import { accounts, operators } from '@konsil/server-domain/schema';
import { deactivateDoctorIn, inviteDoctorIn, OperatorError } from '@konsil/server-consultation/doctors/invitations';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { Problem } from '@konsil/server-platform/http/problems';
import { actsAsCsv, listActs } from './acts.ts';
import { archiveRoutes } from './archives.routes.ts';
import { doctorAbsenceRoutes } from './doctor-absences.routes.ts';
import { clinicRoutes } from './clinics.routes.ts';
import { formRoutes } from './forms.routes.ts';
import { legalTextRoutes } from './legal-texts.routes.ts';
import { limitRoutes } from './limits.routes.ts';
import { giveUpLetters, listLetters, retryLetters } from './letters.ts';
import { importDoctors } from './invite-doctors.ts';
import { actOn, searchPeople, setHold } from './people.ts';
import { readToday, type StorageHealth } from './today.ts';

/**
 * The operator's console. Its requests run with the rights of the operator's account, which sees no row of a case (row security); counts
 * over all cases are read beside them and contain nothing else.
 * @param health what the health check says of storage and data folder
 */
export const consoleModule =
  (health: (app: FastifyInstance) => Promise<StorageHealth>) =>
  (app: FastifyInstance): void => {
    const { kernel } = app;
    archiveRoutes(app);
    clinicRoutes(app);
    doctorAbsenceRoutes(app);
    formRoutes(app);
    legalTextRoutes(app);
    limitRoutes(app);

    route(app, contracts.consoleMe, {
      access: operating(),
      handler: async ({ tx, session }) => {
        const account = await accountById(tx, session.accountId);
        const [operator] = await tx.select().from(operators).where(eq(operators.accountId, account.id));
        return {
          name: await fullName(tx, kernel.vault, account),
          email: account.email,
          permissions: operator?.permissions ?? [],
        };
      },
    });

    route(app, contracts.consoleToday, {
      access: operating(),
      prepare: async () => readToday(kernel, await health(app)),
      handler: ({ prepared }) => prepared,
    });

    route(app, people.searchPeople, {
      access: operating('people'),
      handler: async ({ tx, session, body, audit }) => {
        const found = await searchPeople(kernel, tx, session.accountId, body.email);
        audit({ action: 'person.search', result: 'allowed', detail: { found: String(found.items.length) } });
        return found;
      },
    });

    route(app, people.actOnPerson, {
      access: operating('people'),
      handler: async ({ tx, session, params, body: { act, reason, reference }, audit }) => {
        const person = await actOn(kernel, tx, session.accountId, params.id, act);
        audit({
          action: `person.${act}`,
          result: 'allowed',
          subjectId: person.id,
          detail: { reason, ...(reference ? { reference } : {}) },
        });
        return person;
      },
    });

    route(app, people.setLegalHold, {
      access: operating('holds'),
      handler: async ({ tx, session, params, body: { held, reason, reference }, audit }) => {
        const person = await setHold(kernel, tx, session.accountId, params.id, held);
        audit({
          action: held ? 'person.hold' : 'person.release',
          result: 'allowed',
          subjectId: person.id,
          detail: { reason, ...(reference ? { reference } : {}) },
        });
        return person;
      },
    });

    route(app, doctors.inviteDoctor, {
      access: operating('doctors'),
      handler: async ({ tx, body, audit }) => {
        const { again, records } = await inviteDoctorIn(kernel, tx, body).catch((error: unknown) => {
          throw error instanceof OperatorError ? new Problem('email_taken') : error;
        });
        audit(...records);
        return { again };
      },
    });

    route(app, doctors.importDoctors, {
      access: operating('doctors'),
      handler: async ({ tx, body, audit }) => {
        const { shown, records } = await importDoctors(kernel, tx, body.csv, body.send);
        audit(...records);
        return shown;
      },
    });

    route(app, doctors.closeDoctor, {
      access: operating('doctors'),
      handler: async ({ tx, params, body: { reason, reference }, audit }) => {
        const [account] = await tx.select().from(accounts).where(eq(accounts.id, params.id));
        if (!account || !isOfKind(account, 'doctor')) throw new Problem('not_found');
        if (account.deactivatedAt) throw new Problem('not_allowed_now');
        // Cases are changed and counted, never read.
        const { open, records } = await withAllRows(tx, () => deactivateDoctorIn(kernel, tx, account.email));
        const [closed, ...others] = records;
        if (closed) audit({ ...closed, detail: { reason, ...(reference ? { reference } : {}) } }, ...others);
        return { open_cases: open };
      },
    });

    route(app, letters.consoleLetters, {
      access: operating('letters'),
      handler: ({ tx, query }) => listLetters(kernel, tx, query.state),
    });

    route(app, letters.retryLetters, {
      access: operating('letters'),
      handler: async ({ tx, body, audit }) => {
        const changed = await retryLetters(kernel, tx, body.ids);
        audit({ action: 'letters.retry', result: 'allowed', detail: { letters: String(changed) } });
        return { changed };
      },
    });

    route(app, letters.giveUpLetters, {
      access: operating('letters'),
      handler: async ({ tx, body, audit }) => {
        const changed = await giveUpLetters(tx, body.ids);
        audit({ action: 'letters.give_up', result: 'allowed', detail: { letters: String(changed) } });
        return { changed };
      },
    });

    route(app, letters.operatorActs, {
      access: operating('audit'),
      handler: ({ tx, query }) => listActs(kernel, tx, query),
    });

    route(app, letters.operatorActsFile, {
      access: operating('audit'),
      handler: async ({ tx, body, audit }) => {
        const { count, ...file } = await actsAsCsv(kernel, tx, body);
        audit({ action: 'operators.export', result: 'allowed', detail: { acts: String(count) } });
        return file;
      },
    });
  };
