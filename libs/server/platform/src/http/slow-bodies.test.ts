import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { cutWhenCrowded } from './slow-bodies.ts';

test('a client that leaves while waiting for a slot is no longer watched', () => {
  jest.useFakeTimers();
  const socket = new Socket();
  socket.destroy();
  cutWhenCrowded(new IncomingMessage(socket), () => true);
  jest.advanceTimersByTime(1000);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});
