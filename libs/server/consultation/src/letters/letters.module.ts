import { epicrisisRoutes } from '@konsil/contracts/epicrisis';
import { letterRoutes as contracts } from '@konsil/contracts/letters';
import { requestRoutes } from '@konsil/contracts/requests';
import type { Locale } from '@konsil/contracts/codes';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { inAnswer, inCase, inLetter, inPatient, signedIn } from '@konsil/server-domain/access/addresses';
import { answerLetterHits } from '@konsil/server-domain/accounts/account-limits';
import { auditListView } from '@konsil/server-domain/cases/list-audit';
import { route } from '@konsil/server-domain/http/route';
import { doctorLetter, type DoctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { rehearse } from '@konsil/server-domain/sendings/hold';
import { FileDrawer } from '@konsil/server-documents/file-drawer';
import { secondMs } from '@konsil/server-platform/clock';
import { Problem } from '@konsil/server-platform/http/problems';
import { Rounds } from '@konsil/server-platform/rounds';
import { answerPatient } from '../requests/answer-patient.ts';
import { answerToSend } from '../requests/answer-to-send.ts';
import { hidingOthers } from './hidden-places.ts';
import { letterContent, letterFileName, writerFacts } from '../letter-content/letter-facts.ts';
import { drawnNow, drawWaiting, keptSummary, logoOf, placesOf, type LetterPlaces } from './letter-pictures.ts';
import { letterheadRoutes } from './letterhead.routes.ts';
import { listLetters } from './letters.queries.ts';
import { sampleContent } from './sample-letter.ts';
import { newestRelease, summaryContent } from '../letter-content/summary-facts.ts';

const roundMs = 5 * secondMs;

/** Letters of answers and summaries: for both sides of a case, and for the doctor who sent them. */
export const lettersModule = (app: FastifyInstance): void => {
  const { kernel } = app;
  const drawer = new FileDrawer(kernel, { niceness: 10 });

  /**
   * Writes a letter after the transaction: pictures take time, and the PDF library is heavy.
   * @param kept the kept content of the letter, used instead of `found` if there is any
   */
  const sendLetter = (
    reply: FastifyReply,
    found: DoctorLetter,
    locale: Locale,
    {
      placesIn = async () => new Map(),
      kept = async () => null,
    }: { placesIn?: () => Promise<LetterPlaces>; kept?: () => Promise<DoctorLetter | null> },
  ): (() => Promise<Buffer>) => {
    const at = found.answer?.answered_at ?? found.summary?.released_at ?? found.asked_at;
    reply.type('application/pdf').header('content-disposition', `inline; filename="${letterFileName(new Date(at))}"`);
    return async () => {
      const content = (await kept()) ?? found;
      const [places, logo, { writeLetter }] = await Promise.all([
        placesIn(),
        logoOf(kernel, content),
        import('./write-letter.ts'),
      ]);
      return writeLetter(content, { locale, logo, places });
    };
  };

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
      return sendLetter(reply, content, query.language ?? session.locale, {
        placesIn: () => placesOf(kernel, drawer, theLetter.id, content.answer),
      });
    },
  });

  route(app, requestRoutes.getAnswerLetter, {
    access: inAnswer('read'),
    prepare: ({ session }) => kernel.limits.count(...answerLetterHits(session.accountId)),
    handler: async ({ theAnswer, theCase, session, query, reply, ...call }) => {
      const work = { ...call, session, query, reply, kernel };
      const content = await letterContent(work, theAnswer, theCase);
      const hide = await hidingOthers(work, theAnswer, theCase, content.answer);
      return sendLetter(reply, content, query.language ?? session.locale, {
        placesIn: async () => hide(await placesOf(kernel, drawer, theAnswer.id, content.answer)),
      });
    },
  });

  route(app, requestRoutes.previewAnswerLetter, {
    access: inCase('answer', 'case.read'),
    reads: true,
    prepare: ({ session }) => kernel.limits.count(...answerLetterHits(session.accountId)),
    handler: async ({ theCase, params, body: { draft: _draft, ...body }, session, query, reply, ...call }) => {
      const work = { ...call, session, query, reply, kernel };
      const chosen = { option: params.answerValue, title: params.titleValue };
      const { measurements = [], pins = [], codes = [] } = await answerToSend(work, theCase, chosen, body);
      const content = await rehearse(work, async (rehearsal) => {
        const given = await answerPatient(rehearsal, theCase, chosen, body, undefined, { measurements, pins, codes });
        return letterContent(rehearsal, given, theCase);
      });
      return sendLetter(reply, content, query.language ?? session.locale, {
        placesIn: () => drawnNow(kernel, drawer, { pins, measurements }),
      });
    },
  });

  route(app, epicrisisRoutes.getSummaryLetter, {
    access: inPatient('readEpicrisis'),
    prepare: ({ session }) => kernel.limits.count(...answerLetterHits(session.accountId)),
    handler: async ({ thePatient, session, query, reply, ...call }) => {
      const work = { ...call, session, query, reply, kernel };
      const version = await newestRelease(work, thePatient.id);
      if (!version) throw new Problem('not_found');
      const content = await summaryContent(work, thePatient, version);
      return sendLetter(reply, content, query.language ?? session.locale, {
        kept: () => keptSummary(kernel, version.id),
      });
    },
  });

  route(app, contracts.getSampleLetter, {
    access: signedIn('doctor'),
    prepare: ({ session }) => kernel.limits.count(...answerLetterHits(session.accountId)),
    handler: async ({ session, query, reply, now, ...call }) => {
      const locale = query.language ?? session.locale;
      const content = sampleContent(await writerFacts({ ...call, kernel }, session.accountId), locale, now);
      reply.type('application/pdf').header('content-disposition', 'inline; filename="muster.pdf"');
      return async () => {
        const { writeLetter } = await import('./write-letter.ts');
        return writeLetter(content, { locale, logo: await logoOf(kernel, content), isSample: true });
      };
    },
  });

  letterheadRoutes(app, drawer);

  const pictures = new Rounds(kernel, 'pictures of letters wait', (isStopped) =>
    drawWaiting(kernel, drawer, isStopped),
  );
  app.addHook('onReady', async () => pictures.start(roundMs));
  app.addHook('onClose', async () => {
    const ended = pictures.stop();
    drawer.close();
    await ended;
  });
};
