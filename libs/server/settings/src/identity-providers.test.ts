import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadSettings, readEnv } from './env.ts';

const folder = mkdtempSync(join(tmpdir(), 'konsil-providers-'));
const fileOf = (content: unknown): string => {
  const file = join(folder, 'providers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
const clinic = {
  id: 'clinic',
  name: 'Clinic North',
  issuer: 'https://login.clinic.example',
  client_id: 'konsil',
  client_secret: 'hunter2',
  for: 'doctors',
  domains: ['Clinic.example'],
};
const complaints = (content: unknown): string[] => {
  try {
    readEnv({ IDENTITY_PROVIDERS_FILE: fileOf(content) });
    return [];
  } catch (error) {
    return error instanceof BadSettings ? error.lines : [String(error)];
  }
};

test('a provider gets default scopes, lower-case domains and its secret from a file', () => {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'from a file\n');
  const { client_secret: _, ...rest } = clinic;
  expect(
    readEnv({ IDENTITY_PROVIDERS_FILE: fileOf([{ ...rest, client_secret_file: secret }]) }).identityProviders,
  ).toEqual([
    expect.objectContaining({
      role: 'doctor',
      client_secret: 'from a file',
      scopes: ['openid', 'email', 'profile'],
      domains: ['clinic.example'],
      forced: false,
      second_factor: [],
    }),
  ]);
  expect(readEnv({}).identityProviders).toEqual([]);
});

test.each<[string, object, RegExp]>([
  ['an id with a slash', { id: 'a/b' }, /provider 1 id must be lower-case/],
  ['the id of the password', { id: 'credentials' }, /provider 1 id must not be credentials/],
  ['no name', { name: '' }, /provider 1 name must be given/],
  ['an issuer that is no address', { issuer: 'login' }, /provider 1 issuer must be an address/],
  ['an issuer with a query', { issuer: 'https://a.example?x=1' }, /provider 1 issuer must be an address/],
  ['no secret', { client_secret: undefined }, /provider 1 client_secret or client_secret_file must be given/],
  ['two secrets', { client_secret_file: '/x' }, /provider 1 client_secret or client_secret_file/],
  ['nobody', { for: 'everybody' }, /provider 1 for must be doctors or patients/],
  ['doctors without a domain', { domains: [] }, /provider 1 domains must be given for doctors/],
  ['forced patients', { for: 'patients', forced: true }, /provider 1 forced is for doctors only/],
  ['groups without a role for it', { groups: { a: 'patient' } }, /provider 1 groups must give the role doctor/],
  ['scopes without openid', { scopes: ['email'] }, /provider 1 scopes must include openid/],
  ['a network that is none', { private_networks: ['10/8x'] }, /provider 1 private_networks 1 must be a network/],
  ['an unknown key', { secret: 'x' }, /provider 1 has a setting that does not exist/],
])('%s is refused by name', (_, change, line) => {
  const [first, ...more] = complaints([{ ...clinic, ...change }]);
  expect(first).toMatch(line);
  expect(first).toMatch(/^IDENTITY_PROVIDERS_FILE /);
  expect([first, ...more].join()).not.toContain('hunter2');
});

test('two providers with one id, or two forced for one domain, are refused', () => {
  expect(complaints([clinic, clinic])).toEqual(['IDENTITY_PROVIDERS_FILE provider 2 id must be used once.']);
  expect(
    complaints([
      { ...clinic, forced: true },
      { ...clinic, id: 'b', forced: true },
    ]),
  ).toEqual(['IDENTITY_PROVIDERS_FILE provider 2 forced must be set for one provider of a domain.']);
});

test('a missing file or invalid JSON is refused', () => {
  expect(complaints('{')).toEqual(['IDENTITY_PROVIDERS_FILE must be a readable file with JSON.']);
});
