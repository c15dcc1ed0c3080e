import { lookup, type LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
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

/**
 * Posts a body to another system. Follows no redirect and reads no response but its status.
 * @throws {LoggableFailure} for a status other than 2xx, or an address that is not allowed
 */
export const guardedPost = (
  url: URL,
  body: string,
  { headers, networks }: { headers: Record<string, string>; networks: readonly string[] },
): Promise<void> =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowedAddress(host, networks)) return reject(refused());
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call = send(url, {
      method: 'POST',
      agent: false,
      lookup: guardedLookup(networks),
      signal: AbortSignal.timeout(patienceMs),
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    call.on('error', reject);
    call.on('response', ({ statusCode = 0 }) => {
      call.destroy();
      if (statusCode >= 200 && statusCode < 300) resolve();
      else reject(new LoggableFailure(`HTTP ${statusCode}`));
    });
    call.end(body);
  });
