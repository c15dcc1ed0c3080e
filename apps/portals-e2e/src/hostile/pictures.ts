import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { element, kept, page, refused, script, text, type HostileFile } from './script.ts';

let shade = 0;
/** Each different, because duplicates would be refused. */
const drawn = () => {
  shade += 1;
  return sharp({
    create: { width: 64, height: 48, channels: 3, background: { r: 40 + shade, g: 90, b: 200 - shade } },
  });
};
const segment = (marker: number, content: Buffer) => {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), size, content]);
};
const withSegment = (jpeg: Buffer, marker: number, content: Buffer) =>
  Buffer.concat([jpeg.subarray(0, 2), segment(marker, content), jpeg.subarray(2)]);
const chunk = (type: string, content: Buffer) => {
  const named = Buffer.concat([text(type), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
};
const headerEnd = 33;
const withChunk = (png: Buffer, type: string, content: Buffer) =>
  Buffer.concat([png.subarray(0, headerEnd), chunk(type, content), png.subarray(headerEnd)]);
const claiming = (png: Buffer, width: number, height: number) => {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', Buffer.concat([header, png.subarray(24, 29)])),
    png.subarray(headerEnd),
  ]);
};

/** Real pictures with hidden content, and files that only claim to be pictures. */
export const pictureFiles = async (): Promise<HostileFile[]> => {
  const jpeg = () => drawn().jpeg().toBuffer();
  const png = () => drawn().png().toBuffer();
  return [
    kept('JPEG: script in a comment', 'kommentar.jpg', withSegment(await jpeg(), 0xfe, text(page))),
    kept(
      'JPEG: script in its EXIF data',
      'exif.jpg',
      await drawn()
        .jpeg()
        .withExif({ IFD0: { ImageDescription: page, Copyright: element } })
        .toBuffer(),
    ),
    kept(
      'JPEG: script in its XMP data',
      'xmp.jpg',
      withSegment(await jpeg(), 0xe1, text(`http://ns.adobe.com/xap/1.0/\0${element}`)),
    ),
    kept('JPEG: a web page behind it', 'dahinter.jpg', Buffer.concat([await jpeg(), text(page)])),
    kept(
      'JPEG: an archive of programs behind it',
      'jar.jpg',
      Buffer.concat([await jpeg(), text('PK\x03\x04META-INF/MANIFEST.MF')]),
    ),
    kept(
      'JPEG: JavaScript in its first segment',
      'skript.jpg',
      withSegment(await jpeg(), 0xe0, text(`*/=1;${script}/*`)),
    ),
    kept('PNG: script in a text', 'text.png', withChunk(await png(), 'tEXt', text(`Comment\0${page}`))),
    kept(
      'PNG: script in its XMP data',
      'xmp.png',
      withChunk(await png(), 'iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${element}`)),
    ),
    kept('PNG: a web page behind it', 'dahinter.png', Buffer.concat([await png(), text(page)])),
    kept('PNG: the name is a page', '<img src=x onerror=alert(1)>.png', await png()),
    kept('PNG: the name turns its ending round', 'befund\u202egpj.exe.png', await png()),
    kept('PNG: the name has quotes and semicolons', `a"; filename="x.html'.png`, await png()),
    kept('PNG: the name leaves its folder', '../../../etc/passwd.png', await png()),
    kept('PNG: the name is a web page', 'seite.html', await png()),
    refused('PNG of 30,000 by 30,000', 'riesig.png', claiming(await png(), 30_000, 30_000)),
    refused('PNG of no size', 'nichts.png', claiming(await png(), 0, 8)),
    refused('PNG without a picture', 'kopf.png', (await png()).subarray(0, headerEnd)),
    refused('JPEG without a picture', 'kopf.jpg', Buffer.concat([text('\xff\xd8\xff\xe0\x00\x10JFIF\0'), text(page)])),
  ];
};
