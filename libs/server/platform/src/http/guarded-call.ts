import { lookup, type LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LoggableFailure } from '../failure-reason.ts';
import { isInNetworks } from '../limits.ts';

/** Only addresses of the public Internet, and networks that the operator named: nothing that is reachable from the server alone. */
export const isAllowedAddress = (address: string, networks: readonly string[]): boolean =>
  ipaddr.isValid(address) && (ipaddr.process(address).range() === 'unicast' || isInNetworks(address, networks));

/** The fault of another system's address: not encrypted, or with a name, a password or a fragment; null if it can be called. */
export const faultOfUrl = (
  { protocol, username, password, hash }: URL,
  production: boolean,
): 'protocol' | 'extras' | null => {
  if (protocol !== 'https:' && (protocol !== 'http:' || production)) return 'protocol';
  return username || password || hash ? 'extras' : null;
};

/** The connection settings of a call to another system: it reaches allowed addresses only. */
export interface CallGuard {
  networks: readonly string[];
  /** The setting that allows further networks, for the operator. */
  setting: string;
}

/** An address that is not allowed. */
export class AddressNotAllowed extends LoggableFailure {}

const refused = ({ setting }: CallGuard) => new AddressNotAllowed(`its address is not public (${setting})`);

/** Looks names up once, and connects to no other address than the one that was checked. */
const guardedLookup =
  (guard: CallGuard): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return done(error, '');
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !isAllowedAddress(address, guard.networks)))
        return done(refused(guard), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });

/** A request to another system: allowed addresses only, no redirects, and an end to every wait. */
export interface GuardedCall extends CallGuard {
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
  patienceMs: number;
  /** The largest response body in bytes; 0 reads none. */
  mostBytes: number;
}

/**
 * Calls another system.
 * @throws {LoggableFailure} for an address that is not allowed, or a response that is too long
 */
export const guardedCall = (
  url: URL,
  { method, headers, body, patienceMs, mostBytes, ...guard }: GuardedCall,
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }> =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowedAddress(host, guard.networks)) return reject(refused(guard));
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call = send(url, {
      method,
      agent: false,
      lookup: guardedLookup(guard),
      signal: AbortSignal.timeout(patienceMs),
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
    });
    let answered = false;
    call.on('error', reject);
    // Without a response and without an error, e.g. after "101 Switching Protocols", which nobody asked for.
    call.on('close', () => answered || reject(new LoggableFailure('it ended the connection')));
    call.on('response', (response) => {
      answered = true;
      const pieces: Buffer[] = [];
      let length = 0;
      const done = () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) });
      if (mostBytes === 0) {
        call.destroy();
        return done();
      }
      response.on('data', (piece: Buffer) => {
        length += piece.length;
        pieces.push(piece);
        if (length <= mostBytes) return;
        reject(new LoggableFailure(`its response has more than ${mostBytes} bytes`));
        call.destroy();
      });
      // A call that was ended reports on the response, not on the request.
      response.on('error', reject);
      response.on('end', done);
    });
    call.end(body);
  });
