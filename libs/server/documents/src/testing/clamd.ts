import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasClamd = spawnSync('which', ['clamd']).status === 0;

/** The harmless EICAR test file, split so that no scanner finds it here. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ path }, () => socket.end());
    socket.on('close', (failed) => resolve(!failed)).on('error', () => undefined);
  });

/** A real clamd with a single signature. It can be stopped and restarted at the same address. */
export const aClamd = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'konsil-clamd-'));
  const socket = join(folder, 'clamd.sock');
  await mkdir(join(folder, 'signatures'));
  await writeFile(join(folder, 'signatures', 'konsil.ndb'), `Konsil.Eicar:0:*:${Buffer.from(eicar).toString('hex')}\n`);
  await writeFile(
    join(folder, 'clamd.conf'),
    [
      `LocalSocket ${socket}`,
      `DatabaseDirectory ${join(folder, 'signatures')}`,
      'Foreground yes',
      'FixStaleSocket yes',
    ].join('\n'),
  );
  let running: ReturnType<typeof spawn> | null = null;
  const start = async () => {
    if (running) return;
    running = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
    for (let tries = 0; tries < 300 && !(await answers(socket)); tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const stop = async () => {
    if (!running) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
    running = null;
  };
  return {
    url: `unix://${socket}`,
    start,
    stop,
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
