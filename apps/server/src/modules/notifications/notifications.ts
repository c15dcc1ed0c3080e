import type { FastifyInstance } from 'fastify';
import { hourMs, minuteMs, secondMs } from '../../kernel/clock.ts';
import { sendDueNotices, sweepNotices } from './notices.ts';
import { remindOfTodos } from './reminders.ts';

/** Looks from time to time whether gathered letters or reminders are due. Every process does it: each step is safe to repeat. */
export const notifications = (app: FastifyInstance): void => {
  const { kernel } = app;
  const timers: NodeJS.Timeout[] = [];
  const every = (ms: number, work: () => Promise<void>) =>
    timers.push(setInterval(() => void work().catch((failure: unknown) => kernel.log.warn({ failure }, 'notifications wait')), ms).unref());

  app.addHook('onReady', async () => {
    every(30 * secondMs, () => sendDueNotices(kernel));
    every(5 * minuteMs, () => remindOfTodos(kernel));
    every(hourMs, () => sweepNotices(kernel));
  });
  app.addHook('onClose', async () => timers.forEach((timer) => clearInterval(timer)));
};
