import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, request } from '@playwright/test';
import { freePorts, originsAt, portsAt, root, settings } from './installation.ts';

export interface SecondServer {
  origins: ReturnType<typeof originsAt>;
  stop: () => Promise<void>;
}

/** Another process of the built server on the same database and data folder, at ports of its own. */
export const startSecondServer = async (): Promise<SecondServer> => {
  const port = await freePorts(28_000 + (process.pid % 400) * 10);
  const server = spawn(process.execPath, [join(root, 'dist/apps/server/main.mjs')], {
    env: { ...process.env, ...settings, ...portsAt(port) },
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
  const stop = async () => {
    const stopped = once(server, 'exit');
    server.kill('SIGTERM');
    await stopped;
  };
  return { origins, stop };
};
