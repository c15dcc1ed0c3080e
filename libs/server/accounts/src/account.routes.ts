import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { doctors } from '@konsil/server-domain/schema';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { record } from '@konsil/server-domain/steps/record';
import { route } from '@konsil/server-domain/http/route';
import { showAccount } from './account-view.ts';
import { accountById, doctorEntry, priceRecords, renameRecords } from '@konsil/server-domain/accounts/accounts.queries';

/** The account itself, and a doctor's entry in the directory. */
export const accountRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.getAccount, {
    access: signedIn(),
    handler: async ({ tx, session }) => showAccount(tx, kernel.vault, await accountById(tx, session.accountId)),
  });

  route(app, contracts.saveDoctorProfile, {
    access: signedIn('doctor'),
    handler: async ({ tx, actor, now, session, body, audit }) => {
      const before = await doctorEntry(tx, session.accountId, true);
      const entry = {
        title: body.title,
        firstName: body.first_name,
        lastName: body.last_name,
        specialty: body.specialty,
        city: body.city,
        languages: body.languages,
        replyDays: body.reply_days,
        acceptsCases: body.accepts_cases,
        ...(body.about_de !== undefined && { aboutDe: body.about_de }),
        ...(body.about_en !== undefined && { aboutEn: body.about_en }),
        ...(body.topics !== undefined && { topics: body.topics }),
        ...(body.price_de !== undefined && { priceDe: body.price_de }),
        ...(body.price_en !== undefined && { priceEn: body.price_en }),
        ...(body.practice_name !== undefined && { practiceName: body.practice_name }),
        ...(body.practice_address !== undefined && { practiceAddress: body.practice_address }),
        ...(body.practice_phone !== undefined && { practicePhone: body.practice_phone }),
        ...(body.practice_email !== undefined && { practiceEmail: body.practice_email }),
        ...(body.lanr !== undefined && { lanr: body.lanr }),
        ...(body.bsnr !== undefined && { bsnr: body.bsnr }),
      };
      await tx.update(doctors).set(entry).where(eq(doctors.accountId, session.accountId));
      audit(...renameRecords(before, entry), ...priceRecords(before, entry));
      await record({ tx, now, actor }, { step: 'account_changed', accountId: session.accountId });
      return showAccount(tx, kernel.vault, await accountById(tx, session.accountId));
    },
  });
};
