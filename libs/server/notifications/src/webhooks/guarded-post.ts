import { secondMs } from '@konsil/server-platform/clock';
import { LoggableFailure } from '@konsil/server-platform/failure-reason';
import { guardedCall, type GuardedCall } from '@konsil/server-platform/http/guarded-call';

interface Guarded {
  headers: Record<string, string>;
  /** Networks of our own that may be called. */
  networks: readonly string[];
}
type Call = Guarded & Pick<GuardedCall, 'method' | 'body' | 'mostBytes'>;
const setting = 'WEBHOOK_PRIVATE_NETWORKS';

const successful = async (url: URL, call: Call): Promise<Buffer> => {
  const { status, body } = await guardedCall(url, { ...call, setting, patienceMs: 10 * secondMs });
  if (status < 200 || status >= 300) throw new LoggableFailure(`HTTP ${status}`);
  return body;
};

/**
 * Posts a body to another system. Follows no redirect and reads no response but its status.
 * @throws {LoggableFailure} for a status other than 2xx, or an address that is not allowed
 */
export const guardedPost = async (url: URL, body: string, { headers, networks }: Guarded): Promise<void> => {
  await successful(url, {
    method: 'POST',
    body,
    networks,
    mostBytes: 0,
    headers: { ...headers, 'content-type': 'application/json' },
  });
};

/**
 * Gets a short text from another system.
 * @throws {LoggableFailure} for a status other than 2xx, an address that is not allowed, or more than `most` bytes
 */
export const guardedGet = async (url: URL, { most, ...guarded }: Guarded & { most: number }): Promise<string> =>
  (await successful(url, { method: 'GET', mostBytes: most, ...guarded })).toString('utf8');
