import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '@konsil/server-settings/env';
import { deriveKey, newToken } from './crypto.ts';

/** Wraps the data keys. The version is derived from the secret, so that a rotation only needs another secret. */
export interface MasterKey {
  version: number;
  key: Buffer;
}
export interface MasterKeys {
  current: MasterKey;
  /** The current one and, during a rotation, earlier ones. */
  all: readonly MasterKey[];
}
type Secrets = Pick<Env, 'KONSIL_SECRET' | 'KONSIL_PREVIOUS_SECRETS' | 'KONSIL_DATA_DIR'>;

const masterKey = (secret: string): MasterKey => {
  const root = Buffer.from(secret, 'utf8');
  return { version: deriveKey(root, 'master version').readUInt32BE() >>> 1, key: deriveKey(root, 'master') };
};
const secretFile = (dataDir: string) => join(dataDir, 'secret.key');
const writeDraft = async (path: string, secrets: readonly string[]): Promise<string> => {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${secrets.join('\n')}\n`, { mode: 0o600, flush: true });
  return draft;
};
const readSecrets = async (path: string): Promise<string[]> =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The secrets of an installation without configured ones: a file in the data folder, current one first. */
const secretsOfInstallation = async (dataDir: string): Promise<string[]> => {
  const path = secretFile(dataDir);
  try {
    return await readSecrets(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(dataDir, { recursive: true });
  const draft = await writeDraft(path, [newToken()]);
  // Linking fails if the file exists: of two concurrent servers one wins, and both read its secret.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  await chmod(path, 0o600);
  return readSecrets(path);
};

/** The master keys from KONSIL_SECRET; without it (never in production) from a file created in the data folder. */
export const loadMasterKeys = async (env: Secrets): Promise<MasterKeys> => {
  const secrets = [
    ...(env.KONSIL_SECRET ? [env.KONSIL_SECRET] : await secretsOfInstallation(env.KONSIL_DATA_DIR)),
    ...env.KONSIL_PREVIOUS_SECRETS,
  ];
  const all = secrets.map(masterKey);
  const [current] = all;
  if (!current) throw new Error(`${secretFile(env.KONSIL_DATA_DIR)} holds no secret.`);
  return { current, all };
};

/**
 * Prepends a new secret to the installation's file, and removes earlier ones that wrap nothing any more. The previous
 * one stays until the next rotation, because a server may be wrapping a key with it.
 */
export const renewSecretOfInstallation = async (dataDir: string, versionsInUse: ReadonlySet<number>): Promise<void> => {
  const path = secretFile(dataDir);
  const kept = (await secretsOfInstallation(dataDir)).filter(
    (secret, index) => index === 0 || versionsInUse.has(masterKey(secret).version),
  );
  await rename(await writeDraft(path, [newToken(), ...kept]), path);
};
