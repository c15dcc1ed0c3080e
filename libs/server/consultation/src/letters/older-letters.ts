import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { answers, cases, doctorLetters } from '@konsil/server-domain/schema';
import { minuteMs, secondMs } from '@konsil/server-platform/clock';
import { KeyDestroyed } from '@konsil/server-platform/keys/vault';
import { Repeating } from '@konsil/server-platform/repeating';
import { keepLetter } from '../letter-content/keep-letter.ts';
import { keptSince } from './letter-time.ts';

const batch = 25;

/**
 * Keeps letters of answers that are older than the letters, in small transactions; progress survives a stop. Several
 * processes share the work.
 */
export const keepOlderLetters = async (
  kernel: Pick<Kernel, 'db' | 'vault' | 'env' | 'clock'>,
  isStopped = () => false,
): Promise<void> => {
  const since = keptSince(kernel);
  let after: string | undefined;
  do {
    after = await kernel.db.transaction(async (tx) => {
      // The lock waits for a withdrawal, which deletes the answer.
      const rows = await tx
        .select({ theAnswer: answers, theCase: cases })
        .from(answers)
        .innerJoin(cases, eq(cases.id, answers.caseId))
        .leftJoin(doctorLetters, eq(doctorLetters.id, answers.id))
        .where(
          and(
            isNull(doctorLetters.id),
            gt(answers.answeredAt, since),
            after === undefined ? undefined : gt(answers.id, after),
          ),
        )
        .orderBy(asc(answers.id))
        .limit(batch)
        .for('key share', { of: answers });
      for (const { theAnswer, theCase } of rows)
        await keepLetter({ tx, kernel }, theAnswer, theCase).catch((failure: unknown) => {
          // A doctor whose account was erased keeps no letters.
          if (!(failure instanceof KeyDestroyed)) throw failure;
        });
      return rows.at(-1)?.theAnswer.id;
    });
  } while (after !== undefined && !isStopped());
};

/** Keeps older letters in the background after the start. */
export const olderLettersModule = (app: FastifyInstance): void => {
  const { kernel } = app;
  const work = new Repeating(kernel, 'older letters wait');
  let stopped = false;
  let running: Promise<void> | undefined;
  const attempt = (): Promise<void> => {
    running = keepOlderLetters(kernel, () => stopped).catch((failure: unknown) => {
      kernel.log.warn({ failure }, 'older letters wait');
      if (!stopped) work.after(minuteMs, attempt);
    });
    return running;
  };
  app.addHook('onReady', async () => work.after(5 * secondMs, attempt));
  app.addHook('onClose', async () => {
    stopped = true;
    work.stop();
    await running;
  });
};
