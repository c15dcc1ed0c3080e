import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { waitUntil } from '@konsil/server-testing/until';

const program = '/usr/sbin/nats-server';
export const hasNats = existsSync(program);

const [user, password] = ['konsil', 'Pass-word/7'];

export interface NatsServer {
  url: string;
  /** Ends it at once. */
  kill: () => Promise<void>;
}

/** A real NATS server that asks for a password. */
export const startNats = async (port: number, options: string[] = []): Promise<NatsServer> => {
  const given = ['-a', '127.0.0.1', '-p', String(port), '--user', user, '--pass', password, ...options];
  const server = spawn(program, given, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stderr.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  await waitUntil(() => said.includes('Server is ready') || server.exitCode !== null);
  if (server.exitCode !== null) throw new Error(said);
  return {
    url: natsUrl(port),
    kill: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
  };
};

export const natsUrl = (port: number, secret = password): string =>
  `nats://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}`;
