import type { IncomingMessage } from 'node:http';

// A small body comes at once. An upload may take long, as long as it goes on: 16 MB at the lowest rate are half an hour.
const smallBody = 1024 * 1024;
const smallBodySeconds = 10;
const silenceSeconds = 10;
const graceSeconds = 12;
const lowestRate = 8 * 1024;

const bodyLength = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;

/** Closes the connection of a client that keeps a request open by sending its body drop by drop (security.md AV2). */
export const cutSlowBody = (request: IncomingMessage): void => {
  const length = bodyLength(request);
  if (length === 0) return;
  const { socket } = request;
  const before = socket.bytesRead;
  let last = before;
  let waited = 0;
  let silent = 0;
  const everySecond = () => {
    const bytes = socket.bytesRead;
    // What waits for us to read it is our own slowness.
    if (request.complete || request.isPaused() || request.readableLength >= request.readableHighWaterMark) return;
    waited += 1;
    silent = bytes > last ? 0 : silent + 1;
    last = bytes;
    const tooSlow = length <= smallBody ? waited > smallBodySeconds
      : silent > silenceSeconds || (waited > graceSeconds && (bytes - before) / waited < lowestRate);
    if (tooSlow) socket.destroy();
  };
  const timer = setInterval(everySecond, 1000);
  const finish = () => clearInterval(timer);
  request.once('end', finish).once('close', finish);
};
