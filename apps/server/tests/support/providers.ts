import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostileProvider } from './hostile-provider.ts';
import type { TestBrowser } from './browser.ts';

/** The settings of a provider that the tests start on this machine. */
export const settingOf = (
  provider: Pick<HostileProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  settings: { id: string } & Record<string, unknown>,
): object => ({
  name: `Klinik ${settings.id}`,
  issuer: provider.issuer,
  client_id: provider.clientId,
  client_secret: provider.clientSecret,
  private_networks: ['127.0.0.1'],
  ...settings,
});

/** Writes IDENTITY_PROVIDERS_FILE. */
export const providersFile = (...providers: object[]): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'konsil-providers-')), 'providers.json');
  writeFileSync(file, JSON.stringify(providers));
  return file;
};

/** The page of the provider that a browser is sent to, or the refusal. */
export const startAt = async (browser: TestBrowser, id: string, fields: Record<string, string> = {}): Promise<string> =>
  (await browser.form(`/api/auth/signin/${id}`, fields)).json<{ url: string }>().url;

/** Follows a redirect of the provider, as a browser does. Returns the page that it leads to. */
export const comeBack = async (browser: TestBrowser, callback: string): Promise<URL> => {
  const answer = await browser.get(callback, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' });
  return new URL(String(answer.headers.location));
};
