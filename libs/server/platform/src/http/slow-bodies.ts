import type { IncomingMessage } from 'node:http';

// A small body comes at once. An upload may take long, as long as it goes on: 16 MB at the lowest rate are half an hour.
const smallBody = 1024 * 1024;
const smallBodySeconds = 10;
const silenceSeconds = 10;
const graceSeconds = 12;
const lowestRate = 8 * 1024;
// 16 MB in four minutes: what the slowest mobile line manages when it is not standing still.
const lowestRateWhenCrowded = 64 * 1024;

const bodyLength = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;

/** How a body has come in so far. What waits for us to read it is our own slowness and counts for nothing. */
interface Progress {
  seconds: number;
  silentSeconds: number;
  /** Bytes a second in the last {@link graceSeconds}; Infinity before they are over. */
  rate: number;
}

/** Closes the connection once its body comes in `tooSlow`. */
const watch = (request: IncomingMessage, tooSlow: (progress: Progress) => boolean): void => {
  const { socket } = request;
  /** Bytes read at the end of each of the last seconds. */
  const marks = [socket.bytesRead];
  let seconds = 0;
  let silentSeconds = 0;
  const everySecond = () => {
    // Whoever left while waiting for a place was gone before this watch began.
    if (socket.destroyed) return finish();
    if (request.complete || request.isPaused() || request.readableLength >= request.readableHighWaterMark) return;
    const bytes = socket.bytesRead;
    seconds += 1;
    silentSeconds = bytes > (marks.at(-1) ?? 0) ? 0 : silentSeconds + 1;
    const first = marks.push(bytes) > graceSeconds ? marks.shift() : undefined;
    if (tooSlow({ seconds, silentSeconds, rate: first === undefined ? Infinity : (bytes - first) / graceSeconds }))
      socket.destroy();
  };
  const timer = setInterval(everySecond, 1000).unref();
  const finish = () => {
    clearInterval(timer);
    socket.off('close', finish);
  };
  request.once('end', finish).once('close', finish);
  // A request that was answered before its body came hears no more of a connection that ends then.
  socket.once('close', finish);
};

/** Closes the connection of a client that keeps a request open by sending its body drop by drop (docs/security.md AV2). */
export const cutSlowBody = (request: IncomingMessage): void => {
  const length = bodyLength(request);
  if (length === 0) return;
  watch(request, ({ seconds, silentSeconds, rate }) =>
    length <= smallBody ? seconds > smallBodySeconds : silentSeconds > silenceSeconds || rate < lowestRate,
  );
};

/** The same of an upload with a higher rate, while others find no place beside it. */
export const cutWhenCrowded = (request: IncomingMessage, isCrowded: () => boolean): void =>
  watch(request, ({ rate }) => isCrowded() && rate < lowestRateWhenCrowded);
