import { inflateRawSync } from 'node:zlib';
import dicomParser from 'dicom-parser';
import type { ByteArrayParser, DataSet, Element } from 'dicom-parser';
import { limits } from './limits.ts';
import { readHeader } from './part10.ts';
import { DicomProblem } from './read-errors.ts';
import { transferSyntaxes } from './transfer-syntaxes.ts';
import { vrOfTag } from './vr-of-tag.ts';

export const pixelData = 'x7fe00010';

export interface OpenedDataSet {
  header: DataSet;
  dataSet: DataSet;
  /** The base of all offsets: the file, or the inflated data set of a deflated file. */
  bytes: Uint8Array;
  transferSyntax: string;
  bigEndian: boolean;
  deflated: boolean;
}

/** dicom-parser's tags look like `x00280010`. */
export const lookUpVr = (tag: string): string | undefined => vrOfTag(tag.slice(1));

const isLetter = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x41 && byte <= 0x5a;

// Some writers omit the transfer syntax: two capital letters after the first tag mean explicit VR.
const sniffSyntax = (bytes: Uint8Array, position: number): string =>
  isLetter(bytes[position + 4]) && isLetter(bytes[position + 5])
    ? transferSyntaxes.explicitLittleEndian
    : transferSyntaxes.implicitLittleEndian;

function inflated(bytes: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(bytes, { maxOutputLength: limits.memberBytes });
  } catch (cause) {
    throw new DicomProblem(cause instanceof RangeError ? 'zip_bomb' : 'truncated');
  }
}

const endOf = (element: Element): number => element.dataOffset + element.length;

/** dicom-parser silently seeks past the end: check that no element reaches beyond the file. */
function assertWithin(dataSet: DataSet, end: number, depth = 0): void {
  if (depth > limits.nesting) throw new DicomProblem('unreadable');
  const pixels = dataSet.elements[pixelData];
  for (const element of Object.values(dataSet.elements)) {
    // Bytes after the pixel data are legal, whatever they contain.
    if (depth === 0 && pixels && element.dataOffset > endOf(pixels)) continue;
    if (endOf(element) > end) throw new DicomProblem('truncated');
    for (const item of element.items ?? []) if (item.dataSet) assertWithin(item.dataSet, end, depth + 1);
  }
}

function readElements(parser: ByteArrayParser, bytes: Uint8Array, position: number, implicit: boolean): DataSet {
  const dataSet = new dicomParser.DataSet(parser, bytes, {});
  if (position >= bytes.length) throw new DicomProblem('truncated');
  const stream = new dicomParser.ByteStream(parser, bytes, position);
  dataSet.warnings = stream.warnings;
  try {
    if (implicit) dicomParser.parseDicomDataSetImplicit(dataSet, stream, bytes.length, { vrCallback: lookUpVr });
    else dicomParser.parseDicomDataSetExplicit(dataSet, stream, bytes.length);
  } catch (cause) {
    if (cause instanceof RangeError) throw new DicomProblem('unreadable');
    // A padded or malformed end is harmless once the pixels are complete.
    if (!dataSet.elements[pixelData]) throw new DicomProblem('truncated');
  }
  if (dataSet.warnings.some((warning) => warning.includes('missing sequence delimiter') || warning.startsWith('eof')))
    throw new DicomProblem('truncated');
  assertWithin(dataSet, bytes.length);
  return dataSet;
}

const afterStudy = 'x0020000e';

/** The readable part of a damaged file up to its study; null if there is none. */
export function openBeginning(file: Uint8Array): OpenedDataSet | null {
  try {
    const header = readHeader(file);
    const transferSyntax = header.string('x00020010') || sniffSyntax(file, header.position);
    if (transferSyntax === transferSyntaxes.deflated) return null;
    const bigEndian = transferSyntax === transferSyntaxes.explicitBigEndian;
    const parser = bigEndian ? dicomParser.bigEndianByteArrayParser : dicomParser.littleEndianByteArrayParser;
    const dataSet = new dicomParser.DataSet(parser, file, {});
    const stream = new dicomParser.ByteStream(parser, file, header.position);
    try {
      if (transferSyntax === transferSyntaxes.implicitLittleEndian)
        dicomParser.parseDicomDataSetImplicit(dataSet, stream, file.length, {
          vrCallback: (tag) => lookUpVr(tag) ?? 'UN',
          untilTag: afterStudy,
        });
      else dicomParser.parseDicomDataSetExplicit(dataSet, stream, file.length, { untilTag: afterStudy });
    } catch {
      // The elements before the damage stay in the data set.
    }
    return { header, dataSet, bytes: file, transferSyntax, bigEndian, deflated: false };
  } catch {
    return null;
  }
}

/**
 * Opens a DICOM file for reading: meta header, transfer syntax, data set. Nothing reaches beyond its bytes.
 * @throws DicomProblem `not_dicom`, `truncated`, `zip_bomb` (deflated files) or `unreadable`
 */
export function openDataSet(file: Uint8Array): OpenedDataSet {
  const header = readHeader(file);
  if (header.position > file.length) throw new DicomProblem('truncated');
  for (const element of Object.values(header.elements))
    if (element.length > file.length) throw new DicomProblem('truncated');
  const transferSyntax = header.string('x00020010') || sniffSyntax(file, header.position);
  const deflated = transferSyntax === transferSyntaxes.deflated;
  const bigEndian = transferSyntax === transferSyntaxes.explicitBigEndian;
  const bytes = deflated ? inflated(file.subarray(header.position)) : file;
  const parser = bigEndian ? dicomParser.bigEndianByteArrayParser : dicomParser.littleEndianByteArrayParser;
  const dataSet = readElements(
    parser,
    bytes,
    deflated ? 0 : header.position,
    transferSyntax === transferSyntaxes.implicitLittleEndian,
  );
  return { header, dataSet, bytes, transferSyntax, bigEndian, deflated };
}
