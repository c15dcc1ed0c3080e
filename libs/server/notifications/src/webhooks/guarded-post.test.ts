import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultOfAddress, isAllowedAddress } from '@konsil/server-platform/http/guarded-call';
import { guardedGet, guardedPost } from './guarded-post.ts';

test.each([
  ['8.8.8.8', true],
  ['2001:4860:4860::8888', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['192.168.0.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::a00:1', false],
  ['2002:7f00:1::', false],
  ['localhost', false],
])('%s is a public address: %s', (address, allowed) => expect(isAllowedAddress(address, [])).toBe(allowed));

let receiver: Server;
let calls: string[];
let status: number;
beforeEach(async () => {
  [calls, status] = [[], 204];
  receiver = createServer((request, response) => {
    calls.push(request.url ?? '');
    response.writeHead(status, { location: '/elsewhere' }).end('answer');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => receiver.close(resolve)));
const post = (host: string, networks: string[]) =>
  guardedPost(new URL(`http://${host}:${(receiver.address() as AddressInfo).port}/hook`), '{}', {
    headers: {},
    networks,
  });

test.each(['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]'])(
  'nothing is sent to %s unless its network is allowed',
  async (host) => {
    await expect(post(host, [])).rejects.toThrow('its address is not public');
    expect(calls).toEqual([]);
  },
);

test('an allowed network is reached by address and by name', async () => {
  await post('127.0.0.1', ['127.0.0.0/8']);
  await post('localhost', ['127.0.0.0/8', '::1']);
  expect(calls).toEqual(['/hook', '/hook']);
});

test.each([300, 302, 400, 500])('status %i is a failure, and no redirect is followed', async (given) => {
  status = given;
  await expect(post('127.0.0.1', ['127.0.0.1'])).rejects.toThrow(`HTTP ${given}`);
  expect(calls).toEqual(['/hook']);
});

test('a response that switches the protocol ends the request', async () => {
  receiver.removeAllListeners('request');
  receiver.on('request', (_, { socket }) =>
    socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  );
  await expect(post('127.0.0.1', ['127.0.0.1'])).rejects.toThrow('it ended the connection');
});

test('a response text is read up to the limit, and only from allowed networks', async () => {
  status = 200;
  const get = (most: number, networks: string[]) =>
    guardedGet(new URL(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/keys`), {
      headers: {},
      networks,
      most,
    });
  await expect(get(6, [])).rejects.toThrow('its address is not public');
  expect(calls).toEqual([]);
  expect(await get(6, ['127.0.0.1'])).toBe('answer');
  await expect(get(5, ['127.0.0.1'])).rejects.toThrow('more than 5 bytes');
  status = 302;
  await expect(get(6, ['127.0.0.1'])).rejects.toThrow('HTTP 302');
});

test.each([
  ['https://clinic.example/hook', true, true],
  ['http://clinic.example/hook', true, false],
  ['http://clinic.example/hook', false, true],
  ['ftp://clinic.example/hook', false, false],
  ['clinic.example', false, false],
  ['https://user:word@clinic.example/hook', true, false],
  ['https://clinic.example/hook#part', true, false],
])('the address %s (in production: %s) can be called: %s', (address, production, callable) =>
  expect(faultOfAddress(address, production) === null).toBe(callable),
);
