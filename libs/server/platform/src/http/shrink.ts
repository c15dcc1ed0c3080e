import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

// Shorter answers fit into one packet as they are.
const shrunkFrom = 1024;
// Somebody waits: a long text is written shorter in the quickest way, which leaves about a tenth of it.
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

/** The shortest way that the other side reads (RFC 9110 12.5.3); what it puts a weight of 0 on it does not. */
const wayFor = (accepted = ''): keyof typeof ways | undefined => {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((way) => names.includes(way));
};

/** A text as it is sent: how it is written shorter, if it is, and its bytes, once they are. */
export interface Shrunk {
  way: keyof typeof ways | undefined;
  bytes: Promise<Buffer>;
}
/** Begins to write a text shorter for its way, where the other side can read that. */
export const shrink = ({ headers }: FastifyRequest, text: string): Shrunk => {
  const bytes = Buffer.from(text);
  const way = bytes.length < shrunkFrom ? undefined : wayFor(headers['accept-encoding']);
  return { way, bytes: way ? ways[way](bytes) : Promise.resolve(bytes) };
};

/** Sends what was written shorter. Its type is the caller's. */
export const sendShrunk = async (reply: FastifyReply, { way, bytes }: Shrunk): Promise<FastifyReply> => {
  reply.header('vary', 'accept-encoding');
  if (way) reply.header('content-encoding', way);
  return reply.send(await bytes);
};
