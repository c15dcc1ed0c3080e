import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '@konsil/server-testing/until';
import { EventRelay } from './relay.ts';

/** The part of NATS's protocol that a client needs to connect. */
const startNats = async () => {
  const lines: string[] = [];
  let client: Socket | undefined;
  const server = createServer((socket) => {
    client = socket;
    socket.on('error', () => undefined);
    socket.write('INFO {"server_id":"x","version":"2.10.0","max_payload":1048576,"proto":1,"headers":true}\r\n');
    socket.on('data', (piece) => {
      for (const line of piece.toString().split('\r\n').filter(Boolean)) {
        lines.push(line);
        if (line === 'PING') socket.write('PONG\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    lines,
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send: (text: string) => {
      const sid = lines
        .find((line) => line.startsWith('SUB '))
        ?.split(' ')
        .at(-1);
      client?.write(`MSG konsil.one.events ${sid} ${Buffer.byteLength(text)}\r\n${text}\r\n`);
    },
    stop: () => {
      client?.destroy();
      server.close();
    },
  };
};

let end = async () => undefined as void;
afterEach(() => end());

test('hears its own notices once, those of others, and nothing unreadable', async () => {
  const nats = await startNats();
  const relay = new EventRelay({
    settings: { EVENTS_URL: nats.url },
    subject: 'konsil.one.events',
    log: { warn: () => undefined, info: () => undefined },
  });
  end = async () => {
    await relay.close();
    nats.stop();
  };
  const heard: number[] = [];
  relay.onNotice(({ id }) => heard.push(id));
  await relay.start();
  expect(relay.isConnected).toBe(true);
  await waitUntil(() => nats.lines.some((line) => line.startsWith('SUB konsil.one.events')));
  // The server must not send a process its own notices.
  const [, options = ''] = /^CONNECT (.*)$/.exec(nats.lines[0] ?? '') ?? [];
  expect(JSON.parse(options)).toMatchObject({ echo: false });

  relay.tell([{ id: 7 }]);
  await waitUntil(() => nats.lines.includes('{"id":7}'));
  for (const text of ['nonsense', '{"id":0}', `{"id":8,"more":"${'x'.repeat(16_384)}"}`, '{"id":9}']) nats.send(text);
  await waitUntil(() => heard.includes(9));
  expect(heard).toEqual([7, 9]);
});
