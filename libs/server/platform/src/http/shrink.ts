import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

// Shorter responses fit into one packet.
const shrunkFrom = 1024;
// Above this size, compress fast rather than small: about a tenth remains.
const long = 64 * 1024;

const ways = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: bytes.length > long ? 1 : 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: bytes.length > long ? 1 : 6 }),
};

/** The best accepted encoding (RFC 9110 12.5.3); a weight of 0 excludes one. */
const wayFor = (accepted = ''): keyof typeof ways | undefined => {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((way) => names.includes(way));
};

/** A response body: its encoding, if any, and its bytes, once compressed. */
export interface CompressedBody {
  way: keyof typeof ways | undefined;
  bytes: Promise<Buffer>;
}
/** Starts compressing a text if the client accepts it. */
export const compressBody = ({ headers }: FastifyRequest, text: string): CompressedBody => {
  const bytes = Buffer.from(text);
  const way = bytes.length < shrunkFrom ? undefined : wayFor(headers['accept-encoding']);
  return { way, bytes: way ? ways[way](bytes) : Promise.resolve(bytes) };
};

/** Sends a compressed body. The caller sets the content type. */
export const sendCompressed = async (reply: FastifyReply, { way, bytes }: CompressedBody): Promise<FastifyReply> => {
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
  if (way) reply.header('content-encoding', way);
  return reply.send(await bytes);
};
