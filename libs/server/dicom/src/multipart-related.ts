import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

interface Part {
  contentType: string;
  bytes: Uint8Array;
}

/** A `multipart/related` body (RFC 2387) for DICOMweb responses. `type` is the bare media type of the parts. */
export function multipartRelated(type: string, parts: Part[]): { contentType: string; body: Buffer } {
  const boundary = randomUUID();
  const pieces = parts.flatMap(({ contentType, bytes }) => [
    Buffer.from(`--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Length: ${bytes.length}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    contentType: `multipart/related; type="${type}"; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** A `multipart/related` body as a stream, for more parts than should be in memory at once. */
export function multipartStream(type: string, parts: AsyncIterable<Part>): { contentType: string; body: Readable } {
  const boundary = randomUUID();
  const pieces = async function* () {
    for await (const { contentType, bytes } of parts) {
      yield Buffer.from(`--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Length: ${bytes.length}\r\n\r\n`);
      yield bytes;
      yield Buffer.from('\r\n');
    }
    yield Buffer.from(`--${boundary}--\r\n`);
  };
  return {
    contentType: `multipart/related; type="${type}"; boundary=${boundary}`,
    body: Readable.from(pieces(), { objectMode: false }),
  };
}
