import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

// Shorter answers fit into one packet as they are.
const shrunkFrom = 1024;
// Somebody waits: a long text is written shorter in the quickest way, which leaves about a tenth of it.
const long = 64 * 1024;

const ways = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: bytes.length > long ? 1 : 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: bytes.length > long ? 1 : 6 }),
};

/** The shortest way that the other side reads (RFC 9110 12.5.3); what it puts a weight of 0 on it does not. */
const wayFor = (accepted = ''): keyof typeof ways | undefined => {
  const names = accepted.toLowerCase().split(',').map((part) => part.trim()).filter((part) => !/;\s*q=0(\.0*)?$/.test(part)).map((part) => part.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((way) => names.includes(way));
};

/** Sends a text, shorter on its way where the other side can read that. Its type is the caller's. */
export const sendShrunk = async ({ headers }: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> => {
  const bytes = Buffer.from(text);
  const way = bytes.length < shrunkFrom ? undefined : wayFor(headers['accept-encoding']);
  reply.header('vary', 'accept-encoding');
  return way ? reply.header('content-encoding', way).send(await ways[way](bytes)) : reply.send(bytes);
};
