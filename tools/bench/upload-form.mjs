// The sender of the upload benchmark: prepared bytes through a socket, to use little CPU.
import { randomBytes, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

export const fileBytes = 16 * 1024 * 1024;
// As long as a browser's.
const boundary = `----WebKitFormBoundary${randomBytes(8).toString('hex')}`;

/** A PDF with one empty page and a picture that fills 16 MB, like a scan. */
const aPdf = () => {
  const start =
    '%PDF-1.4\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\n3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <<>>>> endobj\n';
  const objects = [...start.matchAll(/\d 0 obj/g)].map(({ index }) => index).concat(start.length);
  const entries = objects.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const parts = (length, xref) => [
    `${start}4 0 obj <</Length ${String(length).padStart(8, '0')}>> stream\n`,
    `\nendstream endobj\nxref\n0 5\n0000000000 65535 f \n${entries}trailer <</Size 5 /Root 1 0 R>>\nstartxref\n${String(xref).padStart(8, '0')}\n%%EOF\n`,
  ];
  const length = fileBytes - parts(0, 0).join('').length;
  const [head, tail] = parts(length, fileBytes - parts(0, 0)[1].length + '\nendstream endobj\n'.length);
  return Buffer.concat([Buffer.from(head), randomBytes(length), Buffer.from(tail)]);
};

/** Sends files one after another to `path` of a server. */
export class Sender {
  constructor(origin, path, headers = {}) {
    const { hostname, port, host } = new URL(origin);
    this.address = { host: hostname, port: Number(port) };
    this.bytes = aPdf();
    this.form = [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="File"; filename="bench.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
      ),
      this.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ];
    const all = {
      host,
      connection: 'close',
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': this.form.reduce((sum, { length }) => sum + length, 0),
    };
    this.head = Buffer.from(
      `POST ${path} HTTP/1.1\r\n${Object.entries(all)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    );
  }

  /** Sends a new file; the milliseconds from its first byte to the response. */
  async send() {
    randomFillSync(this.bytes, 1024, 16);
    const socket = connect(this.address);
    await once(socket, 'connect');
    const begun = performance.now();
    socket.cork();
    for (const part of [this.head, ...this.form]) socket.write(part);
    socket.uncork();
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(30_000) });
    const ms = performance.now() - begun;
    socket.destroy();
    if (!answer.toString('latin1').startsWith('HTTP/1.1 201')) throw new Error(answer.toString());
    return ms;
  }
}
