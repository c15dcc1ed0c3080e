import { execFile, spawnSync } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from './s3-objects.ts';

const script = join(__dirname, '../fixtures/swift-s3.sh');

/** True if OpenStack Swift's S3 server and memcached are installed. */
export const hasSwift = ['swift-proxy-server', 'swift-object-server', 'memcached'].every(
  (command) => spawnSync('which', [command]).status === 0,
);

export interface Swift {
  /** Creates an empty bucket. */
  newBucket: () => Promise<S3Settings>;
  stop: () => Promise<void>;
}

/** Starts a real S3-compatible server for tests. */
export const startSwift = async (): Promise<Swift> => {
  const folder = await mkdtemp(join(tmpdir(), 'konsil-swift-'));
  // Below the ephemeral ports; the script takes ten from the given one.
  const port = 21_000 + randomInt(700) * 10;
  await promisify(execFile)('bash', [script, folder, String(port)], { timeout: 150_000 });
  const access = { accessKeyId: 'test:tester', secretAccessKey: 'testing', region: 'us-east-1' };
  const client = new AwsClient({ ...access, service: 's3' });
  return {
    newBucket: async () => {
      const settings = { ...access, endpoint: `http://127.0.0.1:${port}`, bucket: `konsil-${randomUUID()}` };
      const made = await client.fetch(`${settings.endpoint}/${settings.bucket}`, { method: 'PUT' });
      if (!made.ok) throw new Error(`The bucket could not be made: ${made.status}.`);
      return settings;
    },
    stop: async () => {
      for (const name of await readdir(join(folder, 'run')).catch(() => [])) {
        try {
          process.kill(Number(await readFile(join(folder, 'run', name), 'utf8')));
        } catch {
          // Already gone.
        }
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
