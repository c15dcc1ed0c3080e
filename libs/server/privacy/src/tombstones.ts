import { join } from 'node:path';
import { hmac } from '@konsil/server-platform/keys/crypto';
import type { Kernel } from '@konsil/server-domain/http/kernel';
import { iso } from '@konsil/server-platform/clock';
import { appendLine, readLines } from '@konsil/server-platform/audit/kept-lines';

interface Tombstone {
  account: string;
  at: string;
  mac: string;
}
type Parts = Pick<Kernel, 'vault' | 'env'>;

/** Outside the database, because a restored backup must not bring back erased data. */
export const tombstoneFile = (folder: string): string => join(folder, 'erasures.jsonl');
const fileOf = ({ env }: Parts): string => tombstoneFile(env.KONSIL_DATA_DIR);
const macOf = ({ vault }: Parts, { account, at }: Omit<Tombstone, 'mac'>): string =>
  hmac(vault.purposeKey('erasures'), account, at).toString('base64url');

/** Records durably that an account is to be erased. Ids only. */
export const writeTombstone = (parts: Parts, account: string, now: Date): Promise<void> => {
  const stone = { account, at: iso(now) };
  return appendLine(fileOf(parts), { ...stone, mac: macOf(parts, stone) });
};

/** The erased accounts. A line that is torn or not ours is ignored. */
export const readTombstones = async (parts: Parts): Promise<string[]> =>
  (await readLines<Tombstone>(fileOf(parts))).flatMap((stone) =>
    stone.mac === macOf(parts, stone) ? [stone.account] : [],
  );
