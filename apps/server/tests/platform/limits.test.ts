import { testApp, type TestApp } from '../support/app.ts';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
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

test('other subjects do not have to wait', async () => {
  const limits = open();
  for (let tries = 0; tries < 5; tries += 1) await attempt(limits, ten('tom'));
  expect(await attempt(limits, ten('tom'))).toBe(2);
  expect(await attempt(limits, ten('ute'))).toBe('checked');
});

test('admits one of several concurrent attempts in separate processes', async () => {
  const [here, there] = [open(), open()];
  for (let tries = 0; tries < 3; tries += 1) await attempt(here, ten('vera'));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => attempt(index % 2 ? here : there, ten('vera'))),
  );
  expect(answers.filter((answer) => answer === 'checked')).toHaveLength(1);
});

test('unlocking by the operator resets the counters and the wait', async () => {
  const limits = open();
  for (let tries = 0; tries < 5; tries += 1) await attempt(limits, ten('willi'));
  await limits.forget(ten('willi'));
  // The fourth begins a new wait, and does not have to sit out the old one.
  for (let tries = 0; tries < 4; tries += 1) expect(await attempt(limits, ten('willi'))).toBe('checked');
});

test('a clock that was a day ahead blocks nobody afterwards', async () => {
  const limits = open();
  const shared: Hit = { limit: { name: 'all', most: 3, windowMs: 15 * minuteMs }, subject: '', spreadBy: 'a' };
  for (let tries = 0; tries < 10; tries += 1) await limits.count(ten('yusuf'));
  for (let tries = 0; tries < 3; tries += 1) await limits.count(shared);
  await expect(limits.count(ten('yusuf'))).rejects.toThrow();
  await expect(limits.pace(ten('yusuf'), pace)).resolves.toBeUndefined();
  moment -= minuteMs;
  await expect(limits.count(ten('yusuf'))).rejects.toThrow();
  moment -= dayMs;
  for (let tries = 0; tries < 4; tries += 1) expect(await attempt(limits, ten('yusuf'))).toBe('checked');
  expect(await attempt(limits, ten('yusuf'))).toBe(2);
  await expect(limits.count(shared)).resolves.toBeUndefined();
});

test('wider limits start delays later', async () => {
  const limits = open(100);
  for (let tries = 0; tries < 12; tries += 1) expect(await attempt(limits, ten('xaver'))).toBe('checked');
});

test('a limit set by the operator replaces the default of this limit only', async () => {
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
  const guard = floodGuard('calls:ip', { now: () => new Date(moment) }, (ip) => (ip === '192.0.2.7' ? 4 : 2));
  for (let calls = 0; calls < 2; calls += 1) guard('198.51.100.1');
  expect(() => guard('198.51.100.1')).toThrow(expect.objectContaining({ code: 'too_many' }));
  for (let calls = 0; calls < 4; calls += 1) guard('192.0.2.7');
  expect(() => guard('192.0.2.7')).toThrow();
});

describe('A counter that all share, spread over rows', () => {
  const spread = (subject: string, by: number): Hit => ({ ...ten(subject), spreadBy: `${by}@example.org` });
  const passes = async (limits: Limits, hit: Hit) =>
    limits.count(hit).then(
      () => 1,
      () => 0,
    );

  test('admits as many as one row would, and resets all rows at once', async () => {
    const limits = open();
    const of = async (callers: number[]) => {
      let admitted = 0;
      for (const by of callers) admitted += await passes(limits, spread('one after the other', by));
      return admitted;
    };
    const many = Array.from({ length: 30 }, (_, by) => by);
    moment += 5 * minuteMs;
    expect(await of([1, 2, 3, 4, 5])).toBe(5);
    moment += 7 * minuteMs;
    expect(await of(many)).toBe(5);
    // 09:15: had each row a time of its own, ten more could pass now, and again five minutes later.
    moment += 3 * minuteMs;
    expect(await of(many)).toBe(10);
    moment += 5 * minuteMs;
    expect(await of(many)).toBe(0);
  });

  test('never admits more to concurrent callers of several processes', async () => {
    const [here, there] = [open(), open()];
    const admitted = await Promise.all(
      Array.from({ length: 60 }, (_, by) => passes(by % 2 ? here : there, spread('at once', by))),
    );
    expect(admitted.reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(10);
    expect(await passes(here, spread('at once', 1))).toBe(0);
  });

  test('refunds hits, and shares its count with versions that use a single row', async () => {
    const limits = open();
    for (let by = 0; by < 30; by += 1) {
      expect(await passes(limits, spread('refunded', by))).toBe(1);
      await limits.refund(spread('refunded', by));
    }
    for (let count = 0; count < 10; count += 1) await limits.count(ten('older'));
    expect(await passes(limits, spread('older', 1))).toBe(0);
    await expect(house.kernel.db.transaction((tx) => limits.countIn(tx, spread('held', 1)))).rejects.toThrow(
      'not counted within a transaction',
    );
  });
});
