import { UploadGate } from './upload-gate.ts';

/** Lets an upload wait, until it is refused long after the test. */
const letWait = (gate: UploadGate, accountId: string) => void gate.enter(accountId).catch(() => undefined);
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
  for (let n = 0; n < 40; n += 1) letWait(gate, 'a');
  const leave = await gate.enter('b');
  leave();
  await gate.enter('b');
});

test('an upload that gets no slot in time is refused, and takes none later', async () => {
  const gate = new UploadGate(undefined, 20);
  const leave = await Promise.all([1, 2, 3, 4].map(() => gate.enter('a')));
  await expect(gate.enter('a')).rejects.toMatchObject({ code: 'too_many', details: { retryAfter: 5 } });
  leave[0]?.();
  await gate.enter('a');
});

test('refuses too many waiting uploads of one account', async () => {
  const gate = new UploadGate();
  for (let n = 0; n < 64; n += 1) letWait(gate, 'a');
  // At once, not when its time to wait is over.
  const refused = jest.fn();
  void gate.enter('a').catch(refused);
  await settled();
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'too_many' }));
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

test('rush mode lasts during uploads, and until a moment after the last', async () => {
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

describe('An account with slow files', () => {
  const isSlow = (accountId: string) => accountId.startsWith('slow');
  const entering = (gate: UploadGate, accountId: string) => {
    const state = { isIn: false, leave: () => {} };
    void gate.enter(accountId).then((leave) => Object.assign(state, { isIn: true, leave }));
    return state;
  };

  test('uploads at full concurrency while nobody else uploads', async () => {
    const gate = new UploadGate(isSlow);
    const own = [1, 2, 3, 4].map(() => entering(gate, 'slow'));
    await settled();
    expect(own.map(({ isIn }) => isIn)).toEqual([true, true, true, true]);
  });

  test('starts one upload at a time while others upload, and does not count as a crowd', async () => {
    const gate = new UploadGate(isSlow);
    const leave = await gate.enter('other');
    const own = [1, 2, 3, 4].map(() => entering(gate, 'slow'));
    await settled();
    expect([own.map(({ isIn }) => isIn), gate.isCrowded]).toEqual([[true, false, false, false], false]);
    own[0]?.leave();
    await settled();
    expect(own.filter(({ isIn }) => isIn)).toHaveLength(1);
    leave();
    while (own.some(({ isIn }) => !isIn)) await settled();
  });

  test('gets its turn soon, however long the others upload', async () => {
    const gate = new UploadGate(isSlow);
    await gate.enter('other');
    (await gate.enter('slow'))();
    (await gate.enter('slow'))();
  });

  test('does not yield to another account with slow files', async () => {
    const gate = new UploadGate(isSlow);
    await gate.enter('slow one');
    const others = [1, 2].map(() => entering(gate, 'slow two'));
    await settled();
    expect(others.map(({ isIn }) => isIn)).toEqual([true, true]);
  });
});
