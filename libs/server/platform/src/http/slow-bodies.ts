import type { IncomingMessage } from 'node:http';

// A small body arrives at once. An upload may take long while it progresses: 16 MB at the lowest rate take half an
// hour.
const smallBody = 1024 * 1024;
const smallBodySeconds = 10;
const silenceSeconds = 10;
const graceSeconds = 12;
const lowestRate = 8 * 1024;
// 16 MB in four minutes: the slowest mobile connection that is not stalled.
const lowestRateWhenCrowded = 64 * 1024;

const bodyLength = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;

/** The progress of a body. Time it waits for us does not count. */
interface Progress {
  seconds: number;
  silentSeconds: number;
  /** Bytes per second over the last {@link graceSeconds}; Infinity before. */
  rate: number;
}

/** Closes the connection when its body becomes `tooSlow`. */
const watch = (request: IncomingMessage, tooSlow: (progress: Progress) => boolean): void => {
  const { socket } = request;
  /** Bytes read at the end of each of the last seconds. */
  const marks = [socket.bytesRead];
  let seconds = 0;
  let silentSeconds = 0;
  const everySecond = () => {
    // The client left while waiting for a slot, before this watch started.
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
  // A request with an early response gets no further event when its connection ends.
  socket.once('close', finish);
};

/** Closes the connection of a client that sends its body extremely slowly (docs/security.md AV2). */
export const cutSlowBody = (request: IncomingMessage): void => {
  const length = bodyLength(request);
  if (length === 0) return;
  watch(request, ({ seconds, silentSeconds, rate }) =>
    length <= smallBody ? seconds > smallBodySeconds : silentSeconds > silenceSeconds || rate < lowestRate,
  );
};

/** Closes the connection of an upload that is slower than a higher rate while others wait for a slot. */
export const cutWhenCrowded = (request: IncomingMessage, isCrowded: () => boolean): void =>
  watch(request, ({ rate }) => isCrowded() && rate < lowestRateWhenCrowded);
