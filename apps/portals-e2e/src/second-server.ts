import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, request } from '@playwright/test';
import { freePorts, originsAt, portsAt, root, settings } from './installation.ts';

export interface SecondServer {
  origins: ReturnType<typeof originsAt>;
  stop: () => Promise<void>;
  /** Ends it without a chance to finish anything. */
  kill: () => Promise<void>;
}

/** Another process of the built server on the same database and data folder, at ports of its own. */
export const startSecondServer = (): Promise<SecondServer> => startServer();

/** A server with other settings, e.g. a separate data folder; `at`: its first port. */
export const startServer = async (others: Record<string, string> = {}, at?: number): Promise<SecondServer> => {
  const port = at ?? (await freePorts(28_000 + (process.pid % 400) * 10));
  const server = spawn(process.execPath, [join(root, 'dist/apps/server/main.mjs')], {
    env: { ...process.env, ...settings, ...portsAt(port), ...others },
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const origins = originsAt(port);
  const context = await request.newContext();
  await expect
    .poll(
      () =>
        context.get(`${origins.api}/healthz`).then(
          (answer) => answer.status(),
          () => 0,
        ),
      { timeout: 180_000 },
    )
    .toBe(200);
  await context.dispose();
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const stopped = once(server, 'exit');
    server.kill(signal);
    await stopped;
  };
  return { origins, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
};
