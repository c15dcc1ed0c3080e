import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { cutSlowBody, cutWhenCrowded } from './slow-bodies.ts';

test('a client that leaves while waiting for a slot is no longer watched', () => {
  jest.useFakeTimers();
  const socket = new Socket();
  socket.destroy();
  cutWhenCrowded(new IncomingMessage(socket), () => true);
  jest.advanceTimersByTime(1000);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

test.each([
  ['a small body that takes longer than ten seconds', { 'content-length': '100' }, 9000, true],
  ['a large body at a good rate', { 'content-length': '2000000' }, 9000, false],
  ['a body of unknown length at a good rate', { 'transfer-encoding': 'chunked' }, 9000, false],
  ['a large body below the lowest rate', { 'content-length': '2000000' }, 8000, true],
  ['a silent large body', { 'content-length': '2000000' }, 0, true],
  ['a request without a body', {}, 0, false],
])('the connection of %s is closed as expected', (_body, headers, bytesPerSecond, closed) => {
  jest.useFakeTimers();
  const socket = new Socket();
  let bytesRead = 0;
  Object.defineProperty(socket, 'bytesRead', { get: () => bytesRead });
  cutSlowBody(Object.assign(new IncomingMessage(socket), { headers }));
  for (let second = 0; second < 30; second += 1) {
    bytesRead += bytesPerSecond;
    jest.advanceTimersByTime(1000);
  }
  expect(socket.destroyed).toBe(closed);
  socket.destroy();
  jest.useRealTimers();
});

test('a large body that falls silent for more than ten seconds is cut, although its start was fast', () => {
  jest.useFakeTimers();
  const socket = new Socket();
  let bytesRead = 0;
  Object.defineProperty(socket, 'bytesRead', { get: () => bytesRead });
  cutSlowBody(Object.assign(new IncomingMessage(socket), { headers: { 'content-length': '20000000' } }));
  bytesRead = 10_000_000;
  jest.advanceTimersByTime(11_000);
  expect(socket.destroyed).toBe(false);
  jest.advanceTimersByTime(1000);
  expect(socket.destroyed).toBe(true);
  jest.useRealTimers();
});
