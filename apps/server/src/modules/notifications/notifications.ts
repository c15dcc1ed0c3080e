import type { FastifyInstance } from 'fastify';
import { hourMs, minuteMs, secondMs } from '../../kernel/clock.ts';
import { Repeating } from '../../kernel/repeating.ts';
import { sendDueNotices, sweepNotices } from './notices.ts';
import { remindOfTodos } from './reminders.ts';

/** Looks from time to time whether gathered letters or reminders are due. Every process does it: each step is safe to repeat. */
export const notifications = (app: FastifyInstance): void => {
  const { kernel } = app;
  const looks = new Repeating(kernel.log, 'notifications wait', () => kernel.identity.isQuiet);

  app.addHook('onReady', async () => {
    looks.every(30 * secondMs, () => sendDueNotices(kernel));
    looks.every(5 * minuteMs, () => remindOfTodos(kernel));
    looks.every(hourMs, () => sweepNotices(kernel));
  });
  app.addHook('onClose', async () => looks.stop());
};
