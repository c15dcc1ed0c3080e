import { lookup } from 'node:dns/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Env } from '@konsil/server-settings/env';
import { cutSlowBody } from '@konsil/server-platform/http/slow-bodies';
import { refuseBrokenRequest, refusedWithoutHost, refuseExpectation, refuseWhileStopping } from './broken-requests.ts';

/** One port of the process. */
export interface Site {
  /** For the operator, such as "patient portal". */
  name: string;
  port: number;
  /** The setting that changes its port. */
  setting: string;
  answer: RequestListener;
}

const drainMs = 25_000;

/** The open ports, and whether the last requests are being finished. */
interface House {
  env: Pick<Env, 'HOST' | 'https'>;
  stopping: boolean;
}

const limits = { headersTimeout: 5000, requestTimeout: 0, keepAliveTimeout: 65_000, connectionsCheckingInterval: 1000 };

const newServer = (house: House, answer: RequestListener): Server => {
  const { env } = house;
  // Node's own refusal of a request without a host lacks our headers.
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    if (house.stopping) return refuseWhileStopping(env, response);
    if (refusedWithoutHost(env, request, response)) return;
    cutSlowBody(request);
    answer(request, response);
  });
  // Idle timeout: event streams write every few seconds, uploads have their own limit.
  server.setTimeout(120_000);
  return server.on('clientError', refuseBrokenRequest(env)).on('checkExpectation', refuseExpectation(env));
};

const bind = (server: Server, { name, port, setting }: Site, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const words =
        code === 'EADDRINUSE'
          ? `Port ${port} (${name}) is taken. Stop what uses it, or set ${setting} to another port.`
          : code === 'EACCES'
            ? `Port ${port} (${name}) is not allowed to this user. Set ${setting} to a port above 1023.`
            : `Port ${port} (${name}): ${message}`;
      reject(Object.assign(new Error(words), { code }));
    });
    server.listen({ port, host, exclusive: true }, resolve);
  });

const listenOn = async (site: Site, house: House): Promise<Server[]> => {
  const servers: Server[] = [];
  const { HOST: host } = house.env;
  const addresses = host === 'localhost' ? await lookup(host, { all: true }) : [{ address: host }];
  try {
    for (const { address } of addresses) {
      const server = newServer(house, site.answer);
      try {
        await bind(server, site, address);
        servers.push(server);
      } catch (error) {
        // "localhost" may resolve to ::1 on a machine without IPv6.
        if ((error as NodeJS.ErrnoException).code !== 'EADDRNOTAVAIL' || addresses.length === 1) throw error;
      }
    }
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return servers;
};

const drain = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), drainMs);
    const tidy = setInterval(() => server.closeIdleConnections(), 100);
    server.close(() => {
      clearTimeout(late);
      clearInterval(tidy);
      resolve();
    });
    server.closeIdleConnections();
  });

/**
 * Serves several ports from this process.
 * @param env `HOST` is a name or an address of this machine; `localhost` means every address that it resolves to
 * @returns a function that stops: it accepts no new connections and requests, and gives running requests 25 s to finish
 * @throws {Error} one line for the operator if a port cannot be opened; no port stays open then
 */
export const listen = async (sites: readonly Site[], env: House['env']): Promise<() => Promise<void>> => {
  const servers: Server[] = [];
  const house: House = { env, stopping: false };
  const close = async () => {
    house.stopping = true;
    await Promise.all(servers.map(drain));
  };
  try {
    for (const site of sites) servers.push(...(await listenOn(site, house)));
  } catch (error) {
    await close();
    throw error;
  }
  return close;
};
