import { connect, type Socket } from 'node:net';
import { measureCall } from '@konsil/server-platform/service-times';
import type { FileRef, FileStore } from '@konsil/server-storage/file-store';

/** `unknown`: the scanner did not respond; the file waits as "being checked". */
export type Verdict = 'clean' | 'infected' | 'unknown';

const answerMs = 20_000;
const mostAnswer = 4096;

const lengthOf = (piece: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
};
const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });

/** clamd over its INSTREAM command: files are streamed, nothing is unencrypted on disk. */
export class VirusScanner {
  private readonly address: { path: string } | { host: string; port: number };

  /** @param url `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`. */
  constructor(
    url: string,
    private readonly files: FileStore,
  ) {
    const { protocol, hostname, port, pathname } = new URL(url);
    this.address =
      protocol === 'unix:' ? { path: decodeURIComponent(pathname) } : { host: hostname, port: Number(port || 3310) };
  }

  /** Never throws: an unreachable scanner or an unexpected response has not cleared the file. */
  async judge(file: FileRef): Promise<Verdict> {
    try {
      return await this.judgeContent((await this.files.get(file)).read());
    } catch {
      return 'unknown';
    }
  }

  /** Judges bytes that are not stored as a file of their own; never throws, like `judge`. */
  async judgeContent(content: AsyncIterable<unknown>): Promise<Verdict> {
    try {
      const answer = await measureCall('scanner', () => this.send(content));
      if (/^stream: OK$/.test(answer)) return 'clean';
      return / FOUND$/.test(answer) ? 'infected' : 'unknown';
    } catch {
      return 'unknown';
    }
  }

  private async send(content: AsyncIterable<unknown>): Promise<string> {
    const socket = connect(this.address);
    socket.setTimeout(answerMs, () => socket.destroy(new Error('clamd did not answer in time.')));
    const answer = new Promise<string>((resolve, reject) => {
      let text = '';
      socket.setEncoding('utf8').on('data', (piece: string) => (text = (text + piece).slice(0, mostAnswer)));
      socket.on('error', reject).on('close', () => resolve(text.replace(/\0/g, '').trim()));
    });
    // Awaited below; until then a refused connection must not be an unhandled rejection.
    answer.catch(() => undefined);
    socket.write('zINSTREAM\0');
    for await (const piece of content) {
      if (socket.destroyed) break;
      socket.write(lengthOf(piece as Buffer));
      if (!socket.write(piece as Buffer)) await drained(socket);
    }
    if (!socket.destroyed) socket.write(Buffer.alloc(4));
    return answer;
  }
}
