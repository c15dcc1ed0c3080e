import { sealedPieces } from './receive-jwe.ts';

const header = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM' })).toString('base64url');
const sealed = `${header}..bm9uY2U.${'Y2lwaGVy'.repeat(300)}.dGFn`;
async function* inPieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
}
const received = async (text: string, size: number) => {
  const pieces: Buffer[] = [];
  for await (const piece of sealedPieces(inPieces(text, size))) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

test.each([1, 20, 64, 10_000])(
  'an encrypted file that arrives in chunks of %d bytes is stored completely',
  async (size) => {
    expect(await received(sealed, size)).toBe(sealed);
  },
);

test.each([1, 10_000])('unencrypted content in chunks of %d bytes is refused', async (size) => {
  await expect(received(`{"resourceType":"Bundle"}${' '.repeat(2000)}`, size)).rejects.toMatchObject({
    code: 'unsupported_type',
  });
});
