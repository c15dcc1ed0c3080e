/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { QrCode } from './QrCode.tsx';

beforeAll(async () => {
  const wasm = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
});

const pixels = 6;
/** A picture of the code, with one colour in place of the logo: more than its strokes can hide. */
const pictureOf = async (markup: string, logo: number): Promise<Uint8Array> => {
  const size = Number(/viewBox="0 0 (\d+) /.exec(markup)?.[1]);
  const grey = Buffer.alloc(size * size, 255);
  for (const [, x, y] of markup.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) grey[Number(y) * size + Number(x)] = 0;
  const [, x, y, wide, high] = /<svg x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/.exec(markup) ?? [];
  for (let row = 0; row < Number(high ?? 0); row += 1)
    grey.fill(logo, (Number(y) + row) * size + Number(x), (Number(y) + row) * size + Number(x) + Number(wide));
  const picture = sharp(grey, { raw: { width: size, height: size, channels: 1 } });
  return new Uint8Array(
    await picture
      .resize(size * pixels, size * pixels, { kernel: 'nearest' })
      .png()
      .toBuffer(),
  );
};
const read = async (picture: Uint8Array) =>
  (await readBarcodes(picture, { formats: ['QRCode'], tryInvert: false })).map(({ text }) => text);

test.each([20, 150, 331, 600])('a QR code of %i letters is readable with the logo in its middle', async (length) => {
  const text = `https://k.example/s#${Array.from({ length: length - 20 }, (_, at) => 'aZ9-_x'[at % 6]).join('')}`;
  const markup = renderToStaticMarkup(<QrCode branded text={text} label="QR" />);
  expect(markup).toMatch(/<svg x=/);
  for (const logo of [0, 255]) expect(await read(await pictureOf(markup, logo))).toEqual([text]);
});

test('a QR code without the logo is complete', async () => {
  const markup = renderToStaticMarkup(<QrCode text="otpauth://totp/x" label="QR" />);
  expect(markup).not.toMatch(/<svg x=/);
  expect(await read(await pictureOf(markup, 0))).toEqual(['otpauth://totp/x']);
});
