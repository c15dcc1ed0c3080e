import { dayMs } from '../../kernel/clock.ts';
import { testApp } from '../../testing/app.ts';
import { as, newEmail, password, signIn, signUpPatient } from '../../testing/people.ts';
import { eraseUnconfirmed } from './erasure.ts';

test('a sign-up that nobody confirms in 30 days is erased without a letter; whoever confirmed stays, and the address is free again', async () => {
  const house = await testApp();
  const email = newEmail();
  const signUp = () => as(house.app).post('/account/api/signup', { email, password, confirm_password: password, consent: true });
  expect((await signUp()).statusCode).toBe(201);
  const patient = await signUpPatient(house);

  house.clock.advance(29 * dayMs);
  expect(await eraseUnconfirmed(house.kernel)).toBe(0);
  house.clock.advance(2 * dayMs);
  const letters = (await house.outbox(email)).length;
  expect(await eraseUnconfirmed(house.kernel)).toBe(1);
  expect(await eraseUnconfirmed(house.kernel)).toBe(0);

  expect((await as(house.app).post('/account/api/login', { email, password })).statusCode).toBe(401);
  expect((await house.outbox(email)).length).toBeLessThanOrEqual(letters);
  await signIn(house.app, patient.email);
  expect((await signUp()).statusCode).toBe(201);
  await signIn(house.app, email);
});
