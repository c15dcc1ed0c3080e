import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kernel } from '@konsil/server-domain/http/kernel';
import { Problem } from '@konsil/server-platform/http/problems';
import type { FileRef } from '@konsil/server-storage/file-store';
import { isDamage, tellDamage, type Damaged } from '../damage.ts';
import { rangeAsked } from './byte-range.ts';

export interface FileAnswer extends Damaged {
  file: FileRef;
  contentType: string;
  /** Only pictures that we drew ourselves are shown by a browser; everything else is saved. */
  disposition: 'inline' | 'attachment';
  fileName: string;
}

// Whatever the file holds, opened on its own it is a page without scripts, forms and origin (docs/security.md, design e).
const sandbox = "sandbox; default-src 'none'; img-src 'self'; frame-ancestors 'none'";

/** RFC 6266: a plain name for old readers, the real one beside it. */
export const contentDisposition = (disposition: FileAnswer['disposition'], fileName: string): string => {
  const plain =
    fileName
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%;]/g, '_') || 'file';
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

/**
 * Answers with a stored file or the part of it that was asked for.
 * @returns the stream to send, after its first piece has been found intact.
 * @throws {Problem} `unavailable` when storage does not answer, `internal` when the file is damaged.
 */
export const sendFile = async (
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileAnswer,
): Promise<unknown> => {
  const onFailure = async (failure: unknown): Promise<Problem> => {
    if (isDamage(failure)) await tellDamage(kernel, answer, failure);
    else kernel.log.error({ failure }, 'a stored file could not be read');
    return isDamage(failure) ? new Problem('internal') : new Problem('unavailable', { retryAfter: 5 });
  };
  try {
    const { size, read } = await kernel.files.get(answer.file);
    const asked = rangeAsked(request.headers.range, size);
    reply.headers({
      'content-type': answer.contentType,
      'content-disposition': contentDisposition(answer.disposition, answer.fileName),
      'accept-ranges': 'bytes',
      'content-security-policy': sandbox,
      'cache-control': 'no-store',
    });
    if (asked.kind === 'impossible') {
      reply.status(416).headers({ 'content-range': `bytes */${size}` });
      return Buffer.alloc(0);
    }
    const span = asked.kind === 'part' ? asked.span : { start: 0, end: size };
    reply.header('content-length', span.end - span.start);
    if (asked.kind === 'part') reply.status(206).header('content-range', `bytes ${span.start}-${span.end - 1}/${size}`);
    if (span.start === span.end) return Buffer.alloc(0);
    const stream = read(span);
    await once(stream, 'readable');
    // Later damage breaks the answer off: its announced length is never reached.
    stream.once('error', (failure) => void onFailure(failure).catch(() => undefined));
    return stream;
  } catch (failure) {
    for (const name of ['content-disposition', 'content-length', 'content-range', 'accept-ranges'])
      reply.removeHeader(name);
    reply.status(200);
    throw await onFailure(failure);
  }
};
