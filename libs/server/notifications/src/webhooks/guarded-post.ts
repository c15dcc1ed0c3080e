import { lookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { secondMs } from '@konsil/server-platform/clock';
import { LoggableFailure } from '@konsil/server-platform/failure-reason';
import { isInNetworks } from '@konsil/server-platform/limits';

const patienceMs = 10 * secondMs;

/** Only addresses of the public Internet, and networks that the operator named: nothing that is reachable from the server alone. */
export const isAllowedAddress = (address: string, networks: readonly string[]): boolean =>
  ipaddr.isValid(address) && (ipaddr.process(address).range() === 'unicast' || isInNetworks(address, networks));

const refused = () => new LoggableFailure('its address is not public (WEBHOOK_PRIVATE_NETWORKS)');

/** Looks names up once, and connects to no other address than the one that was checked. */
const guardedLookup =
  (networks: readonly string[]): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return done(error, '');
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !isAllowedAddress(address, networks))) return done(refused(), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });

/** Why an address of another system cannot be called, as a sentence for the operator; null if it can. */
export const faultOfAddress = (text: string, production: boolean): string | null => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && !production)))
    return 'The address must begin with https://.';
  return url.username || url.password || url.hash ? 'The address must have no user name, password or #.' : null;
};

interface Guarded {
  headers: Record<string, string>;
  /** Networks of our own that may be called. */
  networks: readonly string[];
}
/** Calls another system, and leaves its response to be read. Follows no redirect. */
const guardedCall = (
  url: URL,
  { method, body, headers, networks }: Guarded & { method: 'GET' | 'POST'; body?: string },
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowedAddress(host, networks)) return reject(refused());
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call = send(url, {
      method,
      agent: false,
      lookup: guardedLookup(networks),
      signal: AbortSignal.timeout(patienceMs),
      headers,
    });
    call.on('error', reject);
    call.on('response', (response) => {
      const { statusCode = 0 } = response;
      if (statusCode >= 200 && statusCode < 300) return resolve(response);
      call.destroy();
      reject(new LoggableFailure(`HTTP ${statusCode}`));
    });
    call.end(body);
  });

/**
 * Posts a body to another system, and reads no response but its status.
 * @throws {LoggableFailure} for a status other than 2xx, or an address that is not allowed
 */
export const guardedPost = async (url: URL, body: string, { headers, networks }: Guarded): Promise<void> => {
  const response = await guardedCall(url, {
    method: 'POST',
    body,
    networks,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
  });
  response.destroy();
};

/**
 * Gets a short text from another system.
 * @throws {LoggableFailure} for a status other than 2xx, an address that is not allowed, or more than `most` bytes
 */
export const guardedGet = async (url: URL, { most, ...guarded }: Guarded & { most: number }): Promise<string> => {
  const response = await guardedCall(url, { method: 'GET', ...guarded });
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop destroys the response.
    if (length > most) throw new LoggableFailure(`its response has more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
