import { letterRoutes as contracts } from '@konsil/contracts/letters';
import type { FastifyInstance } from 'fastify';
import { inLetter, signedIn } from '@konsil/server-domain/access/addresses';
import { answerLetterHits } from '@konsil/server-domain/accounts/account-limits';
import { auditListView } from '@konsil/server-domain/cases/list-audit';
import { route } from '@konsil/server-domain/http/route';
import { doctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { letterFileName } from '../requests/letter-facts.ts';
import { listLetters } from './letters.queries.ts';

/** The letters that a doctor sent, also of cases that are no longer theirs. */
export const letterRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.listLetters, {
    access: signedIn('doctor'),
    handler: async ({ query, audit, ...call }) => {
      const work = { ...call, kernel };
      const { page, patientIds } = await listLetters(work, query);
      audit(...(await auditListView(work, 'letter.list', patientIds)));
      return page;
    },
  });

  route(app, contracts.getLetter, {
    access: inLetter('read'),
    prepare: ({ session }) => kernel.limits.count(...answerLetterHits(session.accountId)),
    handler: async ({ theLetter, tx, session, query, reply }) => {
      const content = await kernel.vault.open(tx, theLetter.doctorId, doctorLetter, theLetter.sealed);
      reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${letterFileName(theLetter.sentAt)}"`);
      // Loaded with the first letter, and written after the transaction: the PDF library is heavy.
      return async () =>
        (await import('../requests/answer-letter.ts')).writeLetter(content, query.language ?? session.locale);
    },
  });
};
