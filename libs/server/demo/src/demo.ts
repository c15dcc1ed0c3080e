import { practiceZone } from '@konsil/contracts/practice-time';
import { and, count, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { playAdlerFamily } from './adler-family.ts';
import { demoApp, enableNotifications, insertDemoAccounts } from './accounts.ts';
import { playMiriamAdler } from './miriam-adler.ts';
import { DemoCalendar } from './moments.ts';
import { createDemoClinic } from './clinic.ts';
import { answeredCases } from './practice-answered.ts';
import { cardiologyCases } from './practice-cardiology.ts';
import { playPracticeCase } from './practice.ts';
import { waitingCases } from './practice-waiting.ts';
import { insertSnippets } from './snippets.ts';
import { DemoActions } from './stage.ts';
import { playThomasBrandt } from './thomas-brandt.ts';
import { locks } from '@konsil/server-platform/database/locks';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';
import { accounts, cases, events, patientApps, todos } from '@konsil/server-domain/schema';

/**
 * Fills an empty installation with a practice's week, all or nothing; an installation with accounts is left alone.
 * @returns whether it was filled
 */
export const seedDemo = (kernel: Kernel): Promise<boolean> =>
  kernel.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.demo})`);
    const [existing] = await tx.select({ count: count() }).from(accounts);
    if (existing && existing.count > 0) return false;
    const stage = new DemoActions(kernel, tx);
    const calendar = new DemoCalendar(kernel.clock.now());
    const cast = await insertDemoAccounts(stage, calendar);
    await playMiriamAdler(stage, cast, calendar);
    await playAdlerFamily(stage, cast, calendar);
    await playThomasBrandt(stage, cast, calendar);
    for (const [index, item] of [...answeredCases, ...waitingCases].entries())
      await playPracticeCase(stage, calendar, cast.sandberg, item, index);
    for (const [index, item] of cardiologyCases.entries())
      await playPracticeCase(stage, calendar, cast.vogel, item, 100 + index);
    await createDemoClinic(stage, cast, calendar);
    await insertSnippets(stage, cast, calendar.now);
    await tx.insert(patientApps).values(demoApp);
    await stage.writeAudit();
    await enableNotifications(stage);
    // A server that had run all week would have reminded of what is due tomorrow this morning.
    await tx
      .update(todos)
      .set({ remindedAt: calendar.now })
      .where(and(isNull(todos.remindedAt), lte(todos.deadline, addDays(dayOf(calendar.now), 1))));
    // And, the morning after, of promised days that have passed.
    const today = dayOf(calendar.now);
    const morningAfter = sql`least((${cases.answerDueOn} + 1 + time '08:00') at time zone ${practiceZone()}, ${calendar.now})`;
    await tx
      .update(cases)
      .set({ remindedAt: morningAfter })
      .where(and(eq(cases.status, 'with_doctor'), lt(cases.answerDueOn, today)));
    // Earlier events are no news for a newly opened page.
    await tx.delete(events);
    return true;
  });
