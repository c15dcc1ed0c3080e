const endBytes = 22;
const mostComment = 0xffff;
/** More members than needed to tell a document from an archive. */
const mostMembers = 2_000;
const mostDirectory = 1024 * 1024;

/** A member as listed in the directory (APPNOTE 4.3.12). */
interface Member {
  name: string;
  encrypted: boolean;
  method: number;
  packed: number;
  size: number;
  at: number;
}

/** The directory of a ZIP; empty if unreadable. */
const membersOf = async (file: Blob): Promise<Member[]> => {
  const from = Math.max(0, file.size - endBytes - mostComment);
  const tail = new DataView(await file.slice(from).arrayBuffer());
  let end = tail.byteLength - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) return [];
  const [size, start] = [Math.min(tail.getUint32(end + 12, true), mostDirectory), tail.getUint32(end + 16, true)];
  const directory = new DataView(await file.slice(start, start + size).arrayBuffer());
  const members: Member[] = [];
  for (
    let at = 0;
    at + 46 <= directory.byteLength && members.length < mostMembers && directory.getUint32(at, true) === 0x02014b50;
  ) {
    const length = directory.getUint16(at + 28, true);
    if (at + 46 + length > directory.byteLength) break;
    members.push({
      name: new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, length)),
      encrypted: (directory.getUint16(at + 8, true) & 1) === 1,
      method: directory.getUint16(at + 10, true),
      packed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      at: directory.getUint32(at + 42, true),
    });
    at += 46 + length + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return members;
};

/** The names of a ZIP's members. */
export const namesInZip = async (file: Blob): Promise<string[]> => (await membersOf(file)).map(({ name }) => name);

/**
 * The bytes of a member; null if they differ from what the directory declares, which also limits how much is unpacked.
 */
const unpacked = async (file: Blob, { at, method, packed, size }: Member): Promise<Blob | null> => {
  const header = new DataView(await file.slice(at, at + 30).arrayBuffer());
  if (header.byteLength < 30) return null;
  const start = at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const bytes = file.slice(start, start + packed);
  if (method === 0) return bytes;
  if (method !== 8) return null;
  const reader = new Response(bytes).body?.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: BlobPart[] = [];
  let left = size;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    left -= next.value.length;
    if (left < 0) {
      await reader?.cancel();
      return null;
    }
    parts.push(next.value);
  }
  return left === 0 ? new Blob(parts) : null;
};

const isLetter = ({ name, encrypted }: Member): boolean =>
  !encrypted && /\.(?:pdf|jpe?g|png)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);

/** Letters and pictures inside a ZIP of scans, PDFs first. */
export const lettersInZip = async (file: Blob, most: { letters: number; bytes: number }): Promise<File[]> => {
  const found = (await membersOf(file)).filter(
    (member) => isLetter(member) && member.size > 0 && member.size <= most.bytes,
  );
  const pdfFirst = ({ name }: Member) => (/\.pdf$/i.test(name) ? 0 : 1);
  const letters: File[] = [];
  for (const member of found.sort((a, b) => pdfFirst(a) - pdfFirst(b)).slice(0, most.letters)) {
    const bytes = await unpacked(file, member).catch(() => null);
    if (bytes) letters.push(new File([bytes], member.name.split('/').at(-1) ?? member.name));
  }
  return letters;
};
