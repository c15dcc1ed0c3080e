import { UploadGate } from './upload-gate.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('one account uploads four files at once, the fifth waits', async () => {
  const gate = new UploadGate();
  const leave = await Promise.all([1, 2, 3, 4].map(() => gate.enter('a')));
  let fifth = false;
  void gate.enter('a').then(() => (fifth = true));
  await settled();
  expect(fifth).toBe(false);
  leave[0]?.();
  leave[0]?.();
  await settled();
  expect(fifth).toBe(true);
});

test('a waiting upload does not block other accounts', async () => {
  const gate = new UploadGate();
  for (let n = 0; n < 40; n += 1) void gate.enter('a');
  const leave = await gate.enter('b');
  leave();
  await gate.enter('b');
});

test('an upload that gets no slot in time is refused, and takes none later', async () => {
  const gate = new UploadGate(20);
  const leave = await Promise.all([1, 2, 3, 4].map(() => gate.enter('a')));
  await expect(gate.enter('a')).rejects.toMatchObject({ code: 'too_many', details: { retryAfter: 5 } });
  leave[0]?.();
  await gate.enter('a');
});

test('refuses too many waiting uploads of one account', async () => {
  const gate = new UploadGate();
  for (let n = 0; n < 64; n += 1) void gate.enter('a');
  await expect(gate.enter('a')).rejects.toMatchObject({ code: 'too_many' });
  await gate.enter('b');
});

test('six accounts that fill the server leave one slot to every other account', async () => {
  const gate = new UploadGate();
  const leave = await Promise.all(Array.from({ length: 24 }, (_, n) => gate.enter(`account ${n % 6}`)));
  await gate.enter('another');
  let second = false;
  void gate.enter('another').then(() => (second = true));
  await settled();
  expect([second, gate.isCrowded]).toEqual([false, false]);
  leave[7]?.();
  leave[8]?.();
  await settled();
  expect(second).toBe(true);
});

test('allows 64 uploads at most; one more account without a slot makes it crowded', async () => {
  const gate = new UploadGate();
  const leave = await Promise.all(Array.from({ length: 64 }, (_, n) => gate.enter(`account ${n}`)));
  let late = false;
  void gate.enter('another').then(() => (late = true));
  await settled();
  expect([late, gate.isCrowded]).toEqual([false, true]);
  leave[7]?.();
  await settled();
  expect([late, gate.isCrowded]).toEqual([true, false]);
});

test('it is a rush during uploads, and until a moment after the last', async () => {
  const gate = new UploadGate();
  expect(gate.isRush).toBe(false);
  const leave = await Promise.all([gate.enter('a'), gate.enter('b')]);
  leave[0]?.();
  expect(gate.isRush).toBe(true);
  const begun = performance.now();
  leave[1]?.();
  while (gate.isRush) await settled();
  expect(performance.now() - begun).toBeGreaterThanOrEqual(300);
});
