import { tokenPath } from '@konsil/contracts/fhir-auth';
import { minuteMs, dayMs } from '@konsil/server-platform/clock';
import { limits } from '@konsil/server-platform/database/tables';
import { like } from 'drizzle-orm';
import { signIn } from '../support/people.ts';
import { patientApps } from '../support/patient-apps.ts';

const apps = patientApps({ KONSIL_LIMITS_FACTOR: '1' });
const { state, requestOf, allow } = apps;
const mostRequests = 1200;
const mostApps = 50;

const hosted = () => ({ host: new URL(state().base).host });
const authorizeFrom = async (remoteAddress: string) =>
  state().house.app.inject({
    url: `/fhir/auth/authorize?${new URLSearchParams(requestOf())}`,
    headers: hosted(),
    remoteAddress,
  });
const tokenFrom = async (remoteAddress: string, url: string = tokenPath) =>
  state().house.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...hosted() },
    payload: String(
      new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: 'guessed',
        token: 'guessed',
        client_id: state().appId,
      }),
    ),
    remoteAddress,
  });
const countAll = (count: number) =>
  state().house.kernel.db.update(limits).set({ count }).where(like(limits.key, '%client-token:ip%'));

test('authorization, token and revocation requests share one rate limit per IP address', async () => {
  const [guesser, other] = ['203.0.113.7', '198.51.100.9'];
  expect((await authorizeFrom(guesser)).statusCode).toBe(303);
  await countAll(mostRequests - 2);
  expect((await tokenFrom(guesser)).statusCode).toBe(400);
  expect((await authorizeFrom(guesser)).statusCode).toBe(303);
  expect((await authorizeFrom(guesser)).statusCode).toBe(429);
  expect((await tokenFrom(guesser)).statusCode).toBe(429);
  expect((await tokenFrom(guesser, '/fhir/auth/revoke')).statusCode).toBe(429);
  expect((await authorizeFrom(other)).statusCode).toBe(303);
  expect((await tokenFrom(other)).statusCode).toBe(400);
  state().house.clock.advance(15 * minuteMs + 1);
  expect((await tokenFrom(guesser)).statusCode).toBe(400);
});

test('a patient can allow fifty apps a day, and more on the next', async () => {
  const { house, ours, stranger } = state();
  const signInAnew = async () => Object.assign(ours.patient, await signIn(house.app, ours.patient.email));
  await signInAnew();
  for (let allowed = 0; allowed < mostApps; allowed += 1) expect((await allow()).statusCode).toBe(200);
  expect((await allow()).statusCode).toBe(429);
  // The limit of another account is untouched.
  expect((await allow({}, ours.ids.patient, stranger)).statusCode).toBe(404);
  house.clock.advance(dayMs + 1);
  await signInAnew();
  expect((await allow()).statusCode).toBe(200);
});
