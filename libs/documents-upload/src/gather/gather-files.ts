import { isAcceptedKind, kindOfFile } from '../files/file-kind.ts';
import { mostDocuments, mostLetters, mostNamed, type GatherResult } from './gathered.ts';
import { createPacker } from './pack-images.ts';

interface GatherListeners {
  /** Called with each file to upload. */
  onFile: (file: File) => void;
  /** Called with the number of files read. */
  onProgress: (done: number) => void;
}

const isDirectoryOfDisc = ({ name }: File) => /^dicomdir\.?$/i.test(name);

/**
 * Sorts many files, a folder or a whole disc: images of one examination are zipped together, other files are left out.
 * Documents alone are passed on unchanged; beside images or on a disc they are offered, as the server does for a ZIP.
 */
export const gatherFiles = async (
  files: readonly File[],
  { onFile, onProgress }: GatherListeners,
): Promise<GatherResult> => {
  const disc = files.some(isDirectoryOfDisc);
  const packer = createPacker(onFile);
  const gathered: GatherResult = { leftOut: 0, names: [], letters: [], disc, tooMany: false };
  const documents: { file: File; isZip: boolean }[] = [];
  let images = 0;

  const take = async (file: File) => {
    if (isDirectoryOfDisc(file)) return;
    const kind = file.size > 0 ? await kindOfFile(file) : null;
    if (kind === 'dcm') {
      images += 1;
      return packer.add(file);
    }
    const document = kind !== null && (isAcceptedKind(kind) || kind === 'heic');
    if (document && (kind !== 'zip' || !disc)) documents.push({ file, isZip: kind === 'zip' });
    else gathered.names.push(file.name);
  };
  for (const [index, file] of files.entries()) {
    // A file that cannot be read, e.g. on a scratched disc, is passed on so that its row shows the error.
    await take(file).catch(() => onFile(file));
    onProgress(index + 1);
  }
  packer.end();
  gathered.tooMany = !disc && documents.length > mostDocuments;
  const isOffered = disc || images > 0;
  if (!gathered.tooMany)
    for (const { file, isZip } of documents) {
      if (isOffered && !isZip) gathered.letters.push(file);
      else onFile(file);
    }
  const pdfFirst = (file: File) => (/\.pdf$/i.test(file.name) ? 0 : 1);
  gathered.letters.sort((a, b) => pdfFirst(a) - pdfFirst(b));
  gathered.names.push(...gathered.letters.splice(mostLetters).map(({ name }) => name));
  gathered.leftOut = gathered.names.length;
  if (gathered.leftOut > mostNamed) gathered.names = gathered.names.slice(0, mostNamed);
  if (gathered.tooMany) gathered.leftOut += documents.length;
  return gathered;
};
