import type { FastifyInstance } from 'fastify';
import { hourMs, minuteMs, secondMs } from '@konsil/server-platform/clock';
import { Repeating } from '@konsil/server-platform/repeating';
import { sendDueNotices, sweepNotices } from '@konsil/server-domain/notices/notices';
import { remindOfAnswers, remindOfTodos } from './reminders.ts';

/** Periodically sends due notifications and reminders. One process does it each time. */
export const notifications = (app: FastifyInstance): void => {
  const { kernel } = app;
  const looks = new Repeating(kernel, 'notifications wait', () => kernel.identity.isQuiet);

  app.addHook('onReady', async () => {
    looks.every('notices', 30 * secondMs, () => sendDueNotices(kernel));
    looks.every('reminders', 5 * minuteMs, () => remindOfTodos(kernel));
    looks.every('answer-reminders', 5 * minuteMs, () => remindOfAnswers(kernel));
    looks.every('old-notices', hourMs, () => sweepNotices(kernel));
  });
  app.addHook('onClose', async () => looks.stop());
};
