import { eq } from 'drizzle-orm';
import { duties } from '@konsil/server-domain/schema';
import { dayMs, hourMs, minuteMs } from '@konsil/server-platform/clock';
import { runDutyIfDue, isOverdue, readDuties } from '@konsil/server-platform/repeating';
import { runCommand } from '../../src/cli/run.ts';
import { notifyOverdueDuties } from '../../src/housekeeping.ts';
import { testApp, type TestApp } from '../support/app.ts';

const duty = { name: 'sweep', everyMs: hourMs, lateAfterMs: 2 * hourMs, loud: true };
const fails = () => Promise.reject(new Error('the folder is full'));
const nothing = async () => undefined;

let house: TestApp;
beforeEach(async () => {
  house = await testApp();
});
afterEach(() => house.close());
const row = async () => (await readDuties(house.kernel.db)).find(({ name }) => name === duty.name);
const lettersOf = async () =>
  (await house.outbox(house.env.OPERATOR_EMAIL)).filter(({ subject }) => /sweep/.test(subject));

test('one of several processes runs a duty each time it is due', async () => {
  const other = await house.secondProcess();
  const everywhere = () =>
    Promise.all(
      [house.kernel, other.kernel, house.kernel, other.kernel].map((kernel) => runDutyIfDue(kernel, duty, nothing)),
    );
  expect((await everywhere()).filter(Boolean)).toHaveLength(1);
  expect((await everywhere()).filter(Boolean)).toHaveLength(0);
  house.clock.advance(hourMs);
  expect((await everywhere()).filter(Boolean)).toHaveLength(1);
});

test("a running duty is not started again, and a killed process's duty is taken over", async () => {
  let end: () => void = () => undefined;
  const working = runDutyIfDue(
    house.kernel,
    { ...duty, everyMs: minuteMs },
    () => new Promise<void>((done) => (end = done)),
  );
  while ((await row()) === undefined) await new Promise(setImmediate);
  house.clock.advance(2 * minuteMs);
  expect(await runDutyIfDue(house.kernel, { ...duty, everyMs: minuteMs }, nothing)).toBe(false);
  house.clock.advance(10 * minuteMs);
  expect(await runDutyIfDue(house.kernel, { ...duty, everyMs: minuteMs }, nothing)).toBe(true);
  end();
  await working;
});

test('a clock that was a day ahead delays neither a duty nor its alert', async () => {
  house.clock.advance(dayMs);
  await runDutyIfDue(house.kernel, duty, nothing);
  await house.kernel.db.update(duties).set({ leasedUntil: new Date(house.clock.now().getTime() + minuteMs) });
  house.clock.advance(-dayMs);
  await expect(runDutyIfDue(house.kernel, duty, fails)).rejects.toThrow('the folder is full');
  expect(await runDutyIfDue(house.kernel, duty, nothing)).toBe(false);
  house.clock.advance(3 * hourMs);
  await notifyOverdueDuties(house.kernel);
  expect(await lettersOf()).toHaveLength(1);
});

test('notifies the operator once of a failing duty, and again only after a success', async () => {
  await runDutyIfDue(house.kernel, duty, nothing);
  for (let tries = 0; tries < 3; tries += 1) {
    house.clock.advance(hourMs);
    await expect(runDutyIfDue(house.kernel, duty, fails)).rejects.toThrow('the folder is full');
    await notifyOverdueDuties(house.kernel);
    await notifyOverdueDuties(house.kernel);
  }
  expect(await row()).toMatchObject({ error: 'the folder is full' });
  const [letter, ...more] = await lettersOf();
  expect(more).toEqual([]);
  expect(letter?.text).toContain('the folder is full');
  house.clock.advance(hourMs);
  await runDutyIfDue(house.kernel, duty, nothing);
  expect(await row()).toMatchObject({ error: null, toldAt: null });
  house.clock.advance(3 * hourMs);
  await notifyOverdueDuties(house.kernel);
  expect(await lettersOf()).toHaveLength(2);
});

const status = async () => {
  const lines: string[] = [];
  const open = async () => ({ ...house.kernel, close: nothing });
  const code = await runCommand(['status'], open, {
    called: 'konsil',
    say: (line) => lines.push(line),
    complain: (line) => lines.push(line),
  });
  return { code, text: lines.join('\n') };
};

test('konsil status names a background change until it is finished', async () => {
  await house.owner.pool.query("insert into drizzle.konsil_background_changes (name, changed) values ('moved', 1200)");
  expect((await status()).text).toMatch(/Background change moved: 1200 rows since .* UTC, not finished/);
  await house.owner.pool.query('update drizzle.konsil_background_changes set finished_at = now()');
  expect((await status()).text).not.toContain('Background change');
});

test('konsil status lists each duty, and exits with 1 if one is overdue', async () => {
  await runDutyIfDue(house.kernel, duty, nothing);
  expect(await status()).toMatchObject({ code: 0, text: expect.stringMatching(/ok +sweep/) as string });
  house.clock.advance(3 * hourMs);
  await expect(runDutyIfDue(house.kernel, duty, fails)).rejects.toThrow();
  expect(await status()).toMatchObject({
    code: 1,
    text: expect.stringMatching(/OVERDUE +sweep .*the folder is full/) as string,
  });
});

test('duties that a quiet copy skips are not overdue', async () => {
  await runDutyIfDue(house.kernel, duty, nothing);
  house.clock.advance(5 * hourMs);
  const [late] = await house.kernel.db.select().from(duties).where(eq(duties.name, duty.name));
  if (!late) throw new Error('The duty is not written down.');
  const now = house.clock.now();
  expect([
    isOverdue(late, now, true),
    isOverdue(late, now, false),
    isOverdue({ ...late, loud: false }, now, true),
  ]).toEqual([false, true, true]);
});
