import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { inviteDoctor as invite } from '@konsil/server-consultation/doctors/invitations';
import { accounts, linkedIdentities } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from './app.ts';
import { TestBrowser } from './browser.ts';
import { HostileProvider } from './hostile-provider.ts';
import { inviteDoctor, type Person } from './people.ts';
import { RealProvider } from './real-provider.ts';
import { comeBack, providersFile, settingOf, startAt } from './providers.ts';

export const portal = 'http://localhost:4300';
/** The timeout for a provider; generous, because a busy machine slows down a working one, too. */
export const patienceSeconds = 10;

/** A server with identity providers, and a browser in front of it that is new in each test. */
export const withProviders = () => {
  let house: TestApp;
  let clinic: HostileProvider;
  let other: HostileProvider;
  let strict: HostileProvider;
  let fund: HostileProvider;
  let real: RealProvider;
  /** The address for the real provider's logouts: forwarded to the server, which does not listen. */
  let logouts: Server;
  let browser: TestBrowser;
  beforeAll(async () => {
    [clinic, other, strict, fund] = (await Promise.all(Array.from({ length: 4 }, () => HostileProvider.start()))) as [
      HostileProvider,
      HostileProvider,
      HostileProvider,
      HostileProvider,
    ];
    logouts = createServer(async (request, response) => {
      let payload = '';
      for await (const piece of request.setEncoding('utf8')) payload += String(piece);
      const { statusCode } = await house.app.inject({
        method: 'POST',
        url: request.url ?? '',
        headers: { host: 'localhost:4300', 'content-type': request.headers['content-type'] },
        payload,
      });
      response.writeHead(statusCode).end();
    });
    await new Promise<void>((listening) => logouts.listen(0, '127.0.0.1', listening));
    real = await RealProvider.start(
      `${portal}/api/auth/callback/real`,
      `http://127.0.0.1:${(logouts.address() as AddressInfo).port}/api/auth/backchannel/real`,
    );
    house = await testApp({
      IDENTITY_PROVIDERS_FILE: providersFile(
        settingOf(clinic, {
          id: 'clinic',
          for: 'doctors',
          domains: ['clinic.example'],
          groups: { aerzte: 'doctor' },
          second_factor: ['mfa'],
          timeout_seconds: patienceSeconds,
        }),
        settingOf(other, { id: 'other', for: 'doctors', domains: ['other.example'], timeout_seconds: patienceSeconds }),
        settingOf(strict, { id: 'strict', for: 'doctors', domains: ['strict.example'], forced: true }),
        settingOf(real, { id: 'real', for: 'doctors', domains: ['real.example'] }),
        settingOf(fund, { id: 'fund', for: 'patients' }),
      ),
    });
  });
  afterAll(async () => {
    await Promise.all([clinic, other, strict, fund, real].map((provider) => provider.stop()));
    await new Promise((closed) => logouts.close(closed));
  });

  let people = 0;
  const emailAt = (domain: string) => `doctor.${(people += 1)}@${domain}`;
  /** The clinic's claims about a person. */
  const claimsOf = (email: string) => ({
    sub: `sub of ${email}`,
    email,
    email_verified: true,
    groups: ['aerzte'],
    sid: `session of ${email}`,
  });
  beforeEach(() => {
    browser = new TestBrowser(house.app, portal);
    for (const provider of [clinic, other, strict, fund]) provider.faults = {};
    clinic.person = claimsOf(emailAt('clinic.example'));
  });

  const newDoctor = (email: string) => ({
    email,
    title: '',
    first_name: 'Jonas',
    last_name: 'Weber',
    specialty: 'Radiologie',
    city: 'Köln',
    languages: ['de'],
    reply_days: 3,
    locale: 'de' as const,
  });
  /** An invitation that is not accepted yet. */
  const invited = async (email = String(clinic.person.email)): Promise<string> => {
    await invite(house.kernel, newDoctor(email));
    return email;
  };
  const signInAt = async (provider = clinic, id = 'clinic', changes = {}, guest = browser): Promise<URL> =>
    comeBack(guest, provider.signIn(await startAt(guest, id, { callbackUrl: '/doctor' }), changes));
  const errorOf = (url: URL | string): string | null => new URL(url).searchParams.get('error');
  const refusedWith = async (error: string, url: Promise<URL>, guest = browser) => {
    const page = await url;
    expect([page.pathname, errorOf(page)]).toEqual(['/api/auth/error', error]);
    expect((await guest.session()).user).toBeUndefined();
  };
  /** A doctor with a password and a linked identity, signed in in this browser. */
  const linked = async (): Promise<Person> => {
    const doctor = await inviteDoctor(house, { email: emailAt('clinic.example') });
    clinic.person = claimsOf(doctor.email);
    await house.kernel.db.insert(linkedIdentities).values({
      accountId: doctor.accountId,
      provider: 'clinic',
      issuer: clinic.issuer,
      subject: `sub of ${doctor.email}`,
    });
    return doctor;
  };
  const account = async (email: string) =>
    (await house.kernel.db.select().from(accounts).where(eq(accounts.email, email)))[0];

  return {
    /** Shared by the tests of a file; each test has a new browser. */
    now: () => ({ house, clinic, other, strict, fund, real, browser }),
    emailAt,
    claimsOf,
    newDoctor,
    invited,
    signInAt,
    errorOf,
    refusedWith,
    linked,
    account,
  };
};
