const mebibyte = 1024 * 1024;

/** Absolute limits of a DICOM upload. No compression ratio: a real study compresses 570 to 1. */
export const limits = {
  zipMembers: 2_000,
  memberBytes: 64 * mebibyte,
  zipBytes: 256 * mebibyte,
  /** A worker that takes longer has a hostile or broken file. */
  readMilliseconds: 2_000,
  /** CPU time for decoding compressed frames during an upload; of others only the codes are read, if they are JPEG. */
  decodeMilliseconds: 300,
  /** CPU time until which codes are read during an upload, about 50 MB of them; the viewer reads those of each frame. */
  codesMilliseconds: 1_000,
  /** Codes of larger frames are not read during an upload: the time is only checked between frames. */
  codesBytes: 8 * mebibyte,
  previewMilliseconds: 4_000,
  /** CPU time for a picture that somebody waits for: a mammogram in JPEG 2000 takes 3 s on an idle machine. */
  renderMilliseconds: 10_000,
  workerHeapMegabytes: 192,
  workersAtOnce: 2,
  /** Values up to this size are part of the metadata; larger ones are bulk data. */
  inlineBytes: 4_096,
  /** A look-up table for rendering: 65,536 entries of 16 bits. */
  tableBytes: 131_072,
  /** Longer text no longer describes an image. */
  textBytes: 16_384,
  /** Decimal numbers: up to 16 characters for each frame. */
  decimalBytes: 2 * mebibyte,
  frames: 100_000,
  /** One decoded frame; a digital mammogram has 27 MB. */
  frameBytes: 128 * mebibyte,
  metadataBytes: 16 * mebibyte,
  uploadMetadataBytes: 64 * mebibyte,
  /** Longer side of a preview, in pixels. */
  previewSide: 512,
  nesting: 32,
  /** Maximum characters of a structured report. */
  reportText: 20_000,
  /** Maximum content items that are read in a structured report. */
  reportItems: 20_000,
  /** Maximum references to other items that are followed in one; each may walk the whole report. */
  reportReferences: 500,
  /** Maximum images of one line of a structured report. */
  lineImages: 12,
  /** Maximum reports of one upload that become documents. */
  reports: 15,
  /** Maximum letters that become documents, in an archive without images. */
  letters: 20,
  /** Maximum examinations of one upload that become separate documents; more stay together. */
  studies: 20,
  /** Maximum people in one upload; with more it is not a patient's disc. */
  people: 5,
} as const;
