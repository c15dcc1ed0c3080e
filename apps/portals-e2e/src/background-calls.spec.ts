import { expect, signedIn, test } from './fixtures.ts';
import { call } from './scans.ts';

// Playwright's page access, also by traces, counts as user activation: so only requests are observed until the page is
// used.
test.use({ trace: 'off' });

test('live updates alone do not extend a session; using the page does', async ({ browser, patient }) => {
  const { page } = patient;
  const path = (of: { url: () => string }) => new URL(of.url()).pathname;
  const list = () => page.waitForRequest((asked) => path(asked) === '/api/patientsoverview');
  await Promise.all([
    page.waitForResponse((answer) => path(answer) === '/api/events'),
    list(),
    page.goto('/patient/patients'),
  ]);

  const elsewhere = await signedIn(browser, patient);
  const child = {
    gender: 'M',
    date_of_birth: '2016-05-02',
    street: 'Lindenweg',
    house_number: '12a',
    zipcode: '50667',
    city: 'Köln',
    relationship: 'child',
  };
  const [followed, added] = await Promise.all([
    list(),
    call(elsewhere.page, {
      method: 'POST',
      path: '/api/patients',
      body: { first_name: 'Jakob', last_name: 'Möller', ...child },
    }),
  ]);
  expect(added.status).toBe(201);
  expect(followed.headers()['x-background']).toBe('1');

  const [searched] = await Promise.all([list(), page.getByRole('searchbox').fill('Jakob')]);
  expect(searched.headers()['x-background']).toBeUndefined();
  await elsewhere.leave();
});
