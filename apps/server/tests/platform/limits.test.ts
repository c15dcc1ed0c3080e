import { testApp, type TestApp } from '../support/app.ts';
import { minuteMs } from '@konsil/server-platform/clock';
import { floodGuard, isInNetworks, Limits, type Hit } from '@konsil/server-platform/limits';
import type { Problem } from '@konsil/server-platform/http/problems';

let house: TestApp;
let moment: number;
beforeAll(async () => {
  house = await testApp();
});
beforeEach(() => {
  moment = Date.parse('2026-11-21T09:00:00Z');
});

const open = (factor = 1) => new Limits(house.kernel.db, house.kernel.vault, { now: () => new Date(moment) }, factor);
const ten = (subject: string): Hit => ({ limit: { name: 'try', most: 10, windowMs: 15 * minuteMs }, subject });
const pace = { free: 3, firstMs: 2000 };
/** One attempt; the seconds to wait if it was refused. */
const attempt = async (limits: Limits, hit: Hit): Promise<number | 'checked'> => {
  try {
    await limits.pace(hit, pace);
    await limits.count(hit);
    return 'checked';
  } catch (problem) {
    return (problem as Problem).details.retryAfter ?? 0;
  }
};

test('each wait doubles, and after ten attempts there is a 15 minute lock', async () => {
  const limits = open();
  const waits: number[] = [];
  let checked = 0;
  for (let left = 40; left > 0; left -= 1) {
    const answer = await attempt(limits, ten('petra'));
    if (answer === 'checked') checked += 1;
    else {
      waits.push(answer);
      moment += answer * 1000;
    }
    if (moment >= Date.parse('2026-11-21T09:15:00Z')) break;
  }
  expect(checked).toBe(10);
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 15 * 60 - 254]);
  expect(await attempt(limits, ten('petra'))).toBe('checked');
});

test('another subject does not wait', async () => {
  const limits = open();
  for (let tries = 0; tries < 5; tries += 1) await attempt(limits, ten('tom'));
  expect(await attempt(limits, ten('tom'))).toBe(2);
  expect(await attempt(limits, ten('ute'))).toBe('checked');
});

test('of concurrent attempts in several processes one is admitted', async () => {
  const [here, there] = [open(), open()];
  for (let tries = 0; tries < 3; tries += 1) await attempt(here, ten('vera'));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => attempt(index % 2 ? here : there, ten('vera'))),
  );
  expect(answers.filter((answer) => answer === 'checked')).toHaveLength(1);
});

test('unlocking by the operator resets the counters', async () => {
  const limits = open();
  for (let tries = 0; tries < 5; tries += 1) await attempt(limits, ten('willi'));
  await limits.forget(ten('willi'));
  for (let tries = 0; tries < 3; tries += 1) expect(await attempt(limits, ten('willi'))).toBe('checked');
});

test('wider limits wait later', async () => {
  const limits = open(100);
  for (let tries = 0; tries < 12; tries += 1) expect(await attempt(limits, ten('xaver'))).toBe('checked');
});

test("the operator's size replaces the usual one, for this limit only", async () => {
  const { db, vault } = house.kernel;
  const limits = new Limits(db, vault, { now: () => new Date(moment) }, 1, { try: 12 });
  const other: Hit = { limit: { name: 'other', most: 2, windowMs: minuteMs }, subject: 'wilma' };
  for (let tries = 0; tries < 12; tries += 1) await limits.count(ten('wilma'));
  await expect(limits.count(ten('wilma'))).rejects.toMatchObject({ code: 'too_many' });
  await limits.count(other);
  await limits.count(other);
  await expect(limits.count(other)).rejects.toMatchObject({ code: 'too_many' });
});

test.each([
  ['10.20.3.4', true],
  ['10.21.3.4', false],
  ['::ffff:10.20.3.4', true],
  ['2001:db8:1::5', true],
  ['2001:db8:2::5', false],
  ['192.0.2.7', true],
  ['192.0.2.8', false],
  ['unknown', false],
])('%s is in a trusted network: %s', (ip, isTrusted) =>
  expect(isInNetworks(ip, ['10.20.0.0/16', '2001:db8:1::/48', '192.0.2.7'])).toBe(isTrusted),
);

test('the flood guard allows a trusted network more calls', () => {
  const guard = floodGuard({ now: () => new Date(moment) }, (ip) => (ip === '192.0.2.7' ? 4 : 2));
  for (let calls = 0; calls < 2; calls += 1) guard('198.51.100.1');
  expect(() => guard('198.51.100.1')).toThrow(expect.objectContaining({ code: 'too_many' }));
  for (let calls = 0; calls < 4; calls += 1) guard('192.0.2.7');
  expect(() => guard('192.0.2.7')).toThrow();
});
