import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../env.ts';
import { deriveKey, newKey } from './crypto.ts';

/** Wraps the data keys. The version is derived from the secret, so that rotating is only a matter of giving another secret. */
export interface MasterKey {
  version: number;
  key: Buffer;
}
export interface MasterKeys {
  current: MasterKey;
  /** The current one and, while a rotation is under way, earlier ones. */
  all: readonly MasterKey[];
}

const masterKey = (secret: string): MasterKey => {
  const root = Buffer.from(secret, 'utf8');
  return { version: deriveKey(root, 'master version').readUInt32BE() >>> 1, key: deriveKey(root, 'master') };
};

const secretOfInstallation = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'secret.key');
  const draft = `${path}.${process.pid}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(draft, `${newKey().toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  // A link fails when the file is there already: of two servers that start together one wins, and both read its secret.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  await chmod(path, 0o600);
  return (await readFile(path, 'utf8')).trim();
};

/** The master keys from KONSIL_SECRET; without one (never in production) from a file made once in the data folder. */
export const loadMasterKeys = async (env: Pick<Env, 'KONSIL_SECRET' | 'KONSIL_PREVIOUS_SECRETS' | 'KONSIL_DATA_DIR'>): Promise<MasterKeys> => {
  const current = masterKey(env.KONSIL_SECRET ?? (await secretOfInstallation(env.KONSIL_DATA_DIR)));
  return { current, all: [current, ...env.KONSIL_PREVIOUS_SECRETS.map(masterKey)] };
};
