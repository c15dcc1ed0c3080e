import { expect, test as base, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { complaintsOf } from './complaints.ts';
import { origins } from './installation.ts';
import { newDoctor, newPatient, type Person } from './people.ts';

export { expectAccessible } from './accessible.ts';
export { origins } from './installation.ts';
export { codeFor, lettersTo, linkIn } from './outbox.ts';
export { expect };

/** A signed-in person on the first page of their portal. */
export interface SignedInPerson extends Person {
  page: Page;
}

interface Fixtures {
  /** A patient account for this test only. */
  patient: SignedInPerson;
  /** A doctor for this test only. */
  doctor: SignedInPerson;
  /** Another doctor. */
  colleague: SignedInPerson;
}

/** Ends the routes of a context and its pages; an answer on its way at the end of a test is no fault of the test. */
const endRoutes = async (context: BrowserContext): Promise<void> => {
  for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
};

/** Signs a person in, in a new browser context, on one of the servers; `leave` closes it and returns its complaints. */
export const signedIn = async (
  browser: Browser,
  person: Person,
  server: typeof origins = origins,
): Promise<SignedInPerson & { leave: () => Promise<void> }> => {
  const origin = server[person.role];
  const context = await browser.newContext({ baseURL: origin });
  const complaints = complaintsOf(context, Object.values(server));
  // The Origin header of browsers, to which the session is bound.
  const answer = await context.request.post(`${origin}/account/api/login`, {
    data: { email: person.email, password: person.password },
    headers: { origin, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
  const page = await context.newPage();
  await page.goto(`/${person.role}`);
  const leave = async () => {
    await endRoutes(context);
    await context.close();
    expect(complaints, `what ${person.role}'s pages did`).toEqual([]);
  };
  return { ...person, page, leave };
};

/** The heading of a loaded page; before, there is one for screen readers that says it is loading. */
export const titleOf = (page: Page): Locator => page.locator('h1:not([data-waiting])');

const visit = async (
  browser: Browser,
  person: Person,
  provide: (visitor: SignedInPerson) => Promise<void>,
): Promise<void> => {
  const { leave, ...visitor } = await signedIn(browser, person);
  await provide(visitor);
  await leave();
};

export const test = base.extend<Fixtures>({
  // Contexts of the test itself are checked like the others.
  context: async ({ context }, provide) => {
    const complaints = complaintsOf(context);
    await provide(context);
    await endRoutes(context);
    expect(complaints, 'what the pages did').toEqual([]);
  },
  patient: async ({ browser }, provide) => visit(browser, await newPatient(), provide),
  doctor: async ({ browser }, provide) => visit(browser, await newDoctor(), provide),
  colleague: async ({ browser }, provide) => visit(browser, await newDoctor(), provide),
});
