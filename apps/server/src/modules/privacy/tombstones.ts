import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hmac } from '../../kernel/crypto.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { iso } from '../../kernel/clock.ts';

interface Tombstone {
  account: string;
  at: string;
  mac: string;
}
type Parts = Pick<Kernel, 'vault' | 'env'>;

// Outside the database: a backup that is put back must not bring back what was erased.
const fileOf = ({ env }: Parts): string => join(env.KONSIL_DATA_DIR, 'erasures.jsonl');
const macOf = ({ vault }: Parts, { account, at }: Omit<Tombstone, 'mac'>): string => hmac(vault.purposeKey('erasures'), account, at).toString('base64url');

/** Writes down, for good, that an account is to be erased. Ids only. */
export const writeTombstone = async (parts: Parts, account: string, now: Date): Promise<void> => {
  const stone = { account, at: iso(now) };
  await mkdir(dirname(fileOf(parts)), { recursive: true });
  const file = await open(fileOf(parts), 'a', 0o600);
  try {
    await file.appendFile(`${JSON.stringify({ ...stone, mac: macOf(parts, stone) })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
};

const parse = (line: string): Tombstone | null => {
  try {
    return JSON.parse(line) as Tombstone;
  } catch {
    return null;
  }
};

/** The accounts that were erased. A line that we did not write, or not whole, erases nobody. */
export const readTombstones = async (parts: Parts): Promise<string[]> => {
  const text = await readFile(fileOf(parts), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    const stone = line ? parse(line) : null;
    return stone && stone.mac === macOf(parts, stone) ? [stone.account] : [];
  });
};
