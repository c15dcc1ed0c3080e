import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadSettings, readEnv } from './env.ts';
import { withSecret } from './secret-source.ts';

const [secret, earlier] = ['q8Vw2nLr6TzYc4Kd9HsBf3Mx7PgJa5Ue', 'Zt5Rb1Xk8NmQw3Sd7FvGy2Hj6LpCe9Ua'];
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'konsil-secret-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (text: string): string => {
  const path = join(folder, 'secret');
  writeFileSync(path, text);
  return path;
};
const complaints = (source: Record<string, string>): string[] => {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    return error instanceof BadSettings ? error.lines : [String(error)];
  }
};

test('reads the secret from a file, and earlier secrets from its further lines', () => {
  expect(readEnv({ KONSIL_SECRET_FILE: fileOf(`${secret}\n\n ${earlier} \n`) })).toMatchObject({
    KONSIL_SECRET: secret,
    KONSIL_PREVIOUS_SECRETS: [earlier],
  });
});

test('earlier secrets from settings are kept beside those from the file', () => {
  const env = readEnv({ KONSIL_SECRET_FILE: fileOf(secret), KONSIL_PREVIOUS_SECRETS: earlier });
  expect(env).toMatchObject({ KONSIL_SECRET: secret, KONSIL_PREVIOUS_SECRETS: [earlier] });
});

test('a file descriptor gives the secret', () => {
  const descriptor = openSync(fileOf(secret), 'r');
  expect(readEnv({ KONSIL_SECRET_FILE: `/dev/fd/${descriptor}` }).KONSIL_SECRET).toBe(secret);
  closeSync(descriptor);
});

test('a command gives the secret', () => {
  const env = readEnv({ KONSIL_SECRET_COMMAND: `printf '%s\\n' '${secret}' '${earlier}'` });
  expect(env).toMatchObject({ KONSIL_SECRET: secret, KONSIL_PREVIOUS_SECRETS: [earlier] });
});

test('path and command are removed from the settings', () => {
  const told = withSecret({ KONSIL_SECRET_FILE: fileOf(secret) });
  expect(told).toEqual({ given: { KONSIL_SECRET: secret } });
});

test.each([
  [{ KONSIL_SECRET_FILE: '/nowhere/secret' }, 'KONSIL_SECRET_FILE cannot be read (ENOENT).'],
  [{ KONSIL_SECRET_COMMAND: 'echo secret-in-part; exit 3' }, 'KONSIL_SECRET_COMMAND failed with exit code 3.'],
  [{ KONSIL_SECRET_COMMAND: 'true' }, 'KONSIL_SECRET_COMMAND gives no secret: its first line is the current one.'],
  [
    { KONSIL_SECRET: secret, KONSIL_SECRET_COMMAND: 'true' },
    'KONSIL_SECRET and KONSIL_SECRET_COMMAND: give only one of them.',
  ],
  [{ KONSIL_SECRET_COMMAND: 'echo too-short' }, 'KONSIL_SECRET must have at least 32 characters.'],
  [
    { KONSIL_SECRET_COMMAND: `echo ${secret}; echo '${earlier},x'` },
    'KONSIL_SECRET_COMMAND: an earlier secret must not contain a comma.',
  ],
])('%j is refused in one line, without a value', (source, line) => {
  expect(complaints(source as Record<string, string>)).toEqual([line]);
});
