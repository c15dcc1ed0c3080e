import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect as connectSocket, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { cutWhenCrowded } from '../kernel/slow-bodies.ts';
import { listen } from './listen.ts';

const freePort = (): Promise<number> => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    server.close(() => resolve(port));
  });
});
const site = (port: number, answer: (request: IncomingMessage, response: ServerResponse) => void) => ({ name: 'doctor portal', port, setting: 'DOCTOR_PORTAL_PORT', answer });

/** Sends `lines` one a second and resolves with how long the server put up with it, and what it said. */
const slowly = (port: number, lines: readonly string[], repeat: string) => new Promise<{ seconds: number; heard: string }>((resolve) => {
  const begun = Date.now();
  let heard = '';
  const socket = connectSocket(port, '127.0.0.1', () => socket.write(lines.join('\r\n')));
  const drip = setInterval(() => socket.write(repeat), 1000);
  socket.on('data', (bytes) => { heard += bytes.toString(); });
  socket.on('error', () => undefined).on('close', () => {
    clearInterval(drip);
    resolve({ seconds: (Date.now() - begun) / 1000, heard });
  });
});

test('a taken port is named with the setting that moves it, and nothing stays open', async () => {
  const [taken, other] = [await freePort(), await freePort()];
  const close = await listen([site(taken, () => undefined)], '127.0.0.1');
  const attempt = listen([{ ...site(other, () => undefined), name: 'API', setting: 'API_PORT' }, site(taken, () => undefined)], '127.0.0.1');
  await expect(attempt).rejects.toThrow(`Port ${taken} (doctor portal) is taken. Stop what uses it, or set DOCTOR_PORTAL_PORT to another port.`);
  await expect(fetch(`http://127.0.0.1:${other}/`)).rejects.toThrow();
  await close();
});

test('localhost is answered whichever of its addresses a browser takes', async () => {
  const port = await freePort();
  const close = await listen([site(port, (_request, response) => response.end('here'))], 'localhost');
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe('here');
  await close();
});

test('a call that runs is finished before the port closes', async () => {
  const port = await freePort();
  let finish: () => void = () => undefined;
  const close = await listen([site(port, (_request, response) => { finish = () => response.end('done'); })], '127.0.0.1');
  const call = fetch(`http://127.0.0.1:${port}/`);
  await pause(100);
  const closed = close();
  await pause(100);
  finish();
  expect(await (await call).text()).toBe('done');
  await closed;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('who sends a head or a body drop by drop is cut within 15 seconds', async () => {
  const port = await freePort();
  const close = await listen([site(port, (request, response) => request.resume().on('end', () => response.end()))], '127.0.0.1');
  const [head, body, upload, nothing] = await Promise.all([
    slowly(port, ['GET / HTTP/1.1', 'host: x', ''], 'a: b\r\n'),
    slowly(port, ['POST / HTTP/1.1', 'host: x', 'content-length: 1000', '', ''], 'x'),
    slowly(port, ['POST / HTTP/1.1', 'host: x', 'content-length: 16000000', '', ''], 'x'.repeat(100)),
    slowly(port, [''], ''),
  ]);
  for (const { seconds } of [head, body, upload, nothing]) expect(seconds).toBeLessThan(15);
  expect(head.heard).toMatch(/^HTTP\/1\.1 408 [^]*content-security-policy: [^]*"unreadable"/);
  await close();
});

test('an upload that others wait for must come eight times as fast', async () => {
  const port = await freePort();
  const close = await listen([site(port, (request, response) => {
    cutWhenCrowded(request, () => request.url === '/crowded');
    request.resume().on('end', () => response.end('received'));
  })], '127.0.0.1');
  // More than a small body, most of it in the first second.
  const begun = 700_000;
  const upload = (path: string, rate: number) =>
    slowly(port, [`POST ${path} HTTP/1.1`, 'host: x', `content-length: ${begun + rate * 16}`, 'connection: close', '', 'x'.repeat(begun)], 'x'.repeat(rate));
  const [slow, fast, alone] = await Promise.all([upload('/crowded', 40_000), upload('/crowded', 300_000), upload('/', 40_000)]);
  expect(slow.seconds).toBeLessThan(15);
  expect([slow, fast, alone].map(({ heard }) => heard.includes('received'))).toEqual([false, true, true]);
  await close();
});

test('what is not HTTP is refused with the headers of every other answer', async () => {
  const port = await freePort();
  const close = await listen([site(port, () => undefined)], '127.0.0.1');
  const { heard } = await slowly(port, ['nonsense', '', ''], '');
  expect(heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*x-content-type-options: nosniff[^]*application\/problem\+json/);
  await close();
});
