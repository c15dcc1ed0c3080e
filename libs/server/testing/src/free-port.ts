import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const isFree = (port: number): Promise<boolean> =>
  new Promise((known) => {
    const server = createServer()
      .once('error', () => known(false))
      .listen(port, '127.0.0.1', () => server.close(() => known(true)));
  });

/**
 * A free port for a server that starts later. It is below those that the system gives to outgoing connections, and to
 * servers that leave the choice to it: of those another process may take one between the choice and the start.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 20_000);
  return (await isFree(port)) ? port : freePort();
};
