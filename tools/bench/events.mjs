// Measures transactions with a live event for 1, 8 and 32 clients: told to nobody, by NOTIFY, and through NATS if
// Debian's nats-server is installed. Five connections listen, as of five processes.
// node tools/bench/events.mjs [--seconds 4] [--rounds 3]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { runLoad } from './load.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '3' } },
});
const program = '/usr/sbin/nats-server';

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((closed) => server.close(closed));
  return port;
};

const port = await freePort();
const nats = existsSync(program)
  ? spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  : undefined;
if (!nats) console.log('There is no nats-server here: measured without it.');
try {
  await runLoad(
    'events-load.ts',
    ['--seconds', values.seconds, '--rounds', values.rounds],
    nats ? { EVENTS_URL: `nats://127.0.0.1:${port}` } : {},
  );
} finally {
  nats?.kill();
}
