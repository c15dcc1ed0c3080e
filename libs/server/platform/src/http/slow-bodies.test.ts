import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { cutWhenCrowded } from './slow-bodies.ts';

test('who went away while waiting for a place is not watched for ever', () => {
  jest.useFakeTimers();
  const socket = new Socket();
  socket.destroy();
  cutWhenCrowded(new IncomingMessage(socket), () => true);
  jest.advanceTimersByTime(1000);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});
