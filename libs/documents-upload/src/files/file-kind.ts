import {
  fileKindOf as kindOfBytes,
  headBytes,
  packedKindOf,
  takenKinds,
  type FileKind,
  type TakenKind,
} from '@konsil/contracts/file-kinds';
import { namesInZip } from './names-in-zip.ts';

export { headBytes, type FileKind } from '@konsil/contracts/file-kinds';

/** The types of docs/specification.md section 5. */
export const isAcceptedKind = (kind: FileKind): kind is TakenKind => (takenKinds as readonly string[]).includes(kind);

/** Some printers write their own lines before a PDF. */
const printerBytes = 1024;
const ascii = (head: Uint8Array): string => String.fromCharCode(...head.subarray(0, printerBytes));

/** The file type by content, never by name; null for types without a name that users know. */
export const fileKindOf = (head: Uint8Array, name = ''): FileKind | null => {
  const kind = kindOfBytes(head, name);
  return (kind === null || kind === 'text') && ascii(head).includes('%PDF-') ? 'pdf' : kind;
};

/** The directory of an older Office file (MS-CFB 2.2), which can be anywhere in the file. */
const directoryOf = async (file: File, head: Uint8Array): Promise<Uint8Array> => {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const start = (view.getUint32(48, true) + 1) * 2 ** Math.min(view.getUint16(30, true), 12);
  return new Uint8Array(await file.slice(start, start + headBytes).arrayBuffer());
};

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
};

/** Like `fileKindOf`, but also looks into containers: a Word document starts like a ZIP. */
export const kindOfFile = async (file: File): Promise<FileKind | null> => {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const kind = fileKindOf(head, file.name);
  if (kind === 'zip') return packedKindOf(await namesInZip(file), head, file.name) ?? kind;
  if (kind !== 'office' || head.length < 64) return kind;
  return fileKindOf(joined(head, await directoryOf(file, head)), file.name);
};

const endings: Record<TakenKind, readonly string[]> = {
  jpg: ['jpg', 'jpeg'],
  png: ['png'],
  pdf: ['pdf'],
  dcm: ['dcm'],
  zip: ['zip'],
};

/** The name with an extension that fits the content: the server refuses a JPEG called `scan.pdf`. */
export const nameWithExtension = (name: string, kind: TakenKind): string => {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  if (endings[kind].includes(ending)) return name;
  const knownEnding = [...Object.values(endings).flat(), 'heic', 'heif'].includes(ending);
  return `${knownEnding ? name.slice(0, dot) : name}.${kind}`;
};
