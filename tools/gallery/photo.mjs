// A photo of a page on a table, for the scanner.
import sharp from 'sharp';

const lines = Array.from({ length: 9 }, (_, line) => `<rect x="140" y="${160 + line * 70}" width="520" height="24"/>`);
const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1440">
  <rect width="1080" height="1440" fill="#7a5a3c"/>
  <g transform="rotate(4) translate(160 130)">
    <rect width="800" height="1100" fill="#ecebe6"/>
    <g fill="#2a2a30">${lines.join('')}</g>
  </g></svg>`;

/** @param {string} name */
export const photographedPage = async (name) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp(Buffer.from(scene)).jpeg().toBuffer(),
});
