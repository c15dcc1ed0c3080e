/** What a file is by its first bytes. `heic`: a phone's photo that few browsers can read. */
export type FileKind = 'jpg' | 'png' | 'pdf' | 'dcm' | 'zip' | 'heic';

/** How much of a file `fileKindOf` wants to see. */
export const headBytes = 1024;

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const dicomMagicAt = 128;

const startsWith = (head: Uint8Array, bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte);
const textAt = (head: Uint8Array, start: number, length: number) => String.fromCharCode(...head.subarray(start, start + length));

/** The kind of a file by content, never by name; null for everything the product does not take. */
export const fileKindOf = (head: Uint8Array): FileKind | null => {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) return 'zip';
  if (textAt(head, dicomMagicAt, 4) === 'DICM') return 'dcm';
  if (textAt(head, 4, 4) === 'ftyp' && heicBrands.includes(textAt(head, 8, 4))) return 'heic';
  if (textAt(head, 0, headBytes).includes('%PDF-')) return 'pdf';
  return null;
};

const endings: Record<Exclude<FileKind, 'heic'>, readonly string[]> = {
  jpg: ['jpg', 'jpeg'], png: ['png'], pdf: ['pdf'], dcm: ['dcm'], zip: ['zip'],
};

/** The name with an ending that fits the content: the server refuses a JPEG called `scan.pdf`. */
export const fittingName = (name: string, kind: Exclude<FileKind, 'heic'>): string => {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  if (endings[kind].includes(ending)) return name;
  const knownEnding = [...Object.values(endings).flat(), 'heic', 'heif'].includes(ending);
  return `${knownEnding ? name.slice(0, dot) : name}.${kind}`;
};
