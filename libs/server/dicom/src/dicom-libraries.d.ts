// Exports of these packages that have no declarations.
declare module 'dicom-parser' {
  interface HeaderDataSet extends DataSet {
    /** The offset of the data set, after the meta header. */
    position: number;
  }
  /** Throws strings. */
  export function readPart10Header(bytes: Uint8Array): HeaderDataSet;
  export function parseDicomDataSetExplicit(dataSet: DataSet, stream: ByteStream, end: number): void;
  export function parseDicomDataSetImplicit(
    dataSet: DataSet,
    stream: ByteStream,
    end: number,
    options: { vrCallback(tag: string): string | undefined },
  ): void;
  export function readSequenceItemsImplicit(
    stream: ByteStream,
    element: Element,
    vrCallback: (tag: string) => string | undefined,
  ): void;
  export const littleEndianByteArrayParser: ByteArrayParser;
  export const bigEndianByteArrayParser: ByteArrayParser;
  export const DataSet: new (parser: ByteArrayParser, bytes: Uint8Array, elements: Record<string, Element>) => DataSet;
  // Node sees the whole package as one default export.
  const dicomParser: {
    parseDicom: typeof parseDicom;
    readPart10Header: typeof readPart10Header;
    parseDicomDataSetExplicit: typeof parseDicomDataSetExplicit;
    parseDicomDataSetImplicit: typeof parseDicomDataSetImplicit;
    readSequenceItemsImplicit: typeof readSequenceItemsImplicit;
    littleEndianByteArrayParser: ByteArrayParser;
    bigEndianByteArrayParser: ByteArrayParser;
    ByteStream: typeof ByteStream;
    DataSet: typeof DataSet;
  };
  export default dicomParser;
}

declare module '@cornerstonejs/codec-*' {
  export interface FrameDecoder {
    /** Memory of the codec to put the compressed frame into. */
    getEncodedBuffer(length: number): Uint8Array;
    decode(): void;
    /** JPEG 2000: as often halved, of so many quality layers (0: all). */
    decodeSubResolution(halvings: number, layers: number): void;
    calculateSizeAtDecompositionLevel(halvings: number): { width: number; height: number };
    /** As declared, also of a halved frame. */
    getFrameInfo(): { width: number; height: number; bitsPerSample: number; componentCount: number };
    getDecodedBuffer(): Uint8Array;
  }
  const codec: (options: { print(): void; printErr(): void }) => Promise<Record<string, new () => FrameDecoder>>;
  export default codec;
}
