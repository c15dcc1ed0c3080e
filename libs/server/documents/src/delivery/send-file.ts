import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { Problem } from '@konsil/server-platform/http/problems';
import type { FileRef, OpenedFile } from '@konsil/server-storage/file-store';
import { isDamage, reportDamage, type Damaged } from '../damage.ts';
import { rangeAsked } from './byte-range.ts';

export interface FileAnswer extends Damaged {
  /** A stored file, or how to open what is part of one. */
  file: FileRef | (() => Promise<OpenedFile>);
  contentType: string;
  /** Only pictures we encoded ourselves are shown inline; everything else is downloaded. */
  disposition: 'inline' | 'attachment';
  fileName: string;
}

// Whatever the file contains, opened directly it has no scripts, forms or origin (docs/security.md, design e).
const sandbox = "sandbox; default-src 'none'; img-src 'self'; frame-ancestors 'none'";

/** RFC 6266: an ASCII name for old clients beside the real one. */
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
 * Sends a stored file or the requested part.
 * @returns the stream, after its first chunk was verified
 * @throws {Problem} `unavailable` if the storage does not respond, `internal` if the file is damaged.
 */
export const sendFile = async (
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileAnswer,
): Promise<unknown> => {
  const onFailure = async (failure: unknown): Promise<Problem> => {
    if (isDamage(failure)) await reportDamage(kernel, answer, failure);
    else kernel.log.error({ failure }, 'a stored file could not be read');
    return isDamage(failure) ? new Problem('internal') : new Problem('unavailable', { retryAfter: 5 });
  };
  try {
    const { size, read } = await (typeof answer.file === 'function' ? answer.file() : kernel.files.get(answer.file));
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
    // Damage found later aborts the response before its announced length.
    stream.once('error', (failure) => void onFailure(failure).catch(() => undefined));
    return stream;
  } catch (failure) {
    for (const name of ['content-disposition', 'content-length', 'content-range', 'accept-ranges'])
      reply.removeHeader(name);
    reply.status(200);
    throw await onFailure(failure);
  }
};
