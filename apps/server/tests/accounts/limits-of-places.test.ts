import { randomUUID } from 'node:crypto';
import type { ProblemBody } from '@konsil/contracts/problem';
import { testApp, type TestApp } from '../support/app.ts';
import { inviteDoctor } from '../support/people.ts';

const signUp = (house: TestApp) =>
  house.app.inject({
    method: 'POST',
    url: '/account/api/signup',
    payload: {
      email: `${randomUUID()}@example.org`,
      password: 'Sechs-Zitronen-7',
      confirm_password: 'Sechs-Zitronen-7',
      consent: true,
    },
  });
const statuses = async (house: TestApp, count: number) => {
  const seen = [];
  for (let at = 0; at < count; at += 1) seen.push((await signUp(house)).statusCode);
  return seen;
};

test('an IP address can sign up five people a minute, a trusted network any number', async () => {
  const strict = await testApp({ KONSIL_LIMITS_FACTOR: '1' });
  const trusted = await testApp({ KONSIL_LIMITS_FACTOR: '1', TRUSTED_NETWORKS: '127.0.0.0/8' });
  const raised = await testApp({ KONSIL_LIMITS_FACTOR: '1', LIMIT_SIGN_UPS_MINUTE: '7' });
  for (const { clock } of [strict, trusted, raised]) clock.stop();
  const first = await statuses(strict, 6);
  expect([new Set(first.slice(0, 5)).size, first[5]]).toEqual([1, 429]);
  expect(await statuses(trusted, 8)).not.toContain(429);
  expect((await statuses(raised, 8)).indexOf(429)).toBe(7);
  for (const house of [strict, trusted, raised]) await house.close();
});

test('invitations are accepted without a limit, wrong links are not', async () => {
  const house = await testApp({ KONSIL_LIMITS_FACTOR: '1' });
  const guess = () =>
    house.app.inject({
      method: 'POST',
      url: '/account/password/reset',
      payload: { token: 'x'.repeat(43), password: 'Sechs-Zitronen-7', confirm_password: 'Sechs-Zitronen-7' },
    });
  house.clock.stop();
  let last = await guess();
  for (let at = 1; at <= 60; at += 1) last = await guess();
  expect([last.statusCode, last.json<ProblemBody>().code]).toEqual([429, 'too_many']);
  expect(await inviteDoctor(house)).toMatchObject({ token: expect.any(String) });
  await house.close();
});
