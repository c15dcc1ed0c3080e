import { lookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
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

/** The fault of another system's address as a sentence for the operator; null if it can be called. */
export const faultOfAddress = (text: string, production: boolean): string | null => {
  const fault = URL.canParse(text) ? faultOfUrl(new URL(text), production) : 'protocol';
  if (fault === 'protocol') return 'The address must begin with https://.';
  return fault && 'The address must have no user name, password or #.';
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

/** A request to another system: allowed addresses only, no redirects. */
export interface GuardedRequest extends CallGuard {
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}
/** A request with an end to every wait. */
export interface GuardedCall extends GuardedRequest {
  patienceMs: number;
  /** The largest response body in bytes; 0 reads none. */
  mostBytes: number;
}

/**
 * Begins to call another system.
 * @returns the response as it begins; whoever reads it limits time and length, and aborts the signal at the end
 * @throws {LoggableFailure} for an address that is not allowed
 */
export const guardedStream = (
  url: URL,
  { method, headers, body, signal, ...guard }: GuardedRequest & { signal: AbortSignal },
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowedAddress(host, guard.networks)) return reject(refused(guard));
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call = send(url, {
      method,
      agent: false,
      lookup: guardedLookup(guard),
      signal,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
    });
    let answered = false;
    call.on('error', reject);
    // Without a response and without an error, e.g. after "101 Switching Protocols", which nobody asked for.
    call.on('close', () => answered || reject(new LoggableFailure('it ended the connection')));
    call.on('response', (response) => {
      answered = true;
      // A call that was ended reports on the response, not on the request; its reader may not listen yet.
      response.on('error', () => undefined);
      resolve(response);
    });
    call.end(body);
  });

/**
 * Calls another system.
 * @throws {LoggableFailure} for an address that is not allowed, or a response that is too long
 */
export const guardedCall = async (
  url: URL,
  { patienceMs, mostBytes, ...request }: GuardedCall,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> => {
  const response = await guardedStream(url, { ...request, signal: AbortSignal.timeout(patienceMs) });
  const { statusCode: status = 0, headers } = response;
  const pieces: Buffer[] = [];
  let length = 0;
  // Leaving the loop ends the connection.
  if (mostBytes === 0) response.destroy();
  else
    for await (const piece of response as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > mostBytes) throw new LoggableFailure(`its response has more than ${mostBytes} bytes`);
      pieces.push(piece);
    }
  return { status, headers, body: Buffer.concat(pieces) };
};
