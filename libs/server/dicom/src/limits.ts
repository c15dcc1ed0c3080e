const mebibyte = 1024 * 1024;

/** Absolute limits of a DICOM upload. No ratio: a real study compresses 570 to 1. */
export const limits = {
  zipMembers: 2_000,
  memberBytes: 64 * mebibyte,
  zipBytes: 256 * mebibyte,
  /** A worker that needs longer than this has met a hostile or broken file. */
  readMilliseconds: 2_000,
  previewMilliseconds: 4_000,
  workerHeapMegabytes: 192,
  workersAtOnce: 2,
  /** Values up to this size stand in the metadata; larger ones are fetched as bulk data. */
  inlineBytes: 4_096,
  /** A look-up table that decides how an image looks: 65,536 entries of 16 bits. */
  tableBytes: 131_072,
  /** Text beyond this is no description of an image any more. */
  textBytes: 16_384,
  frames: 100_000,
  /** One decoded frame; a digital mammogram has 27 MB. */
  frameBytes: 128 * mebibyte,
  metadataBytes: 16 * mebibyte,
  uploadMetadataBytes: 64 * mebibyte,
  /** Longer side of a preview, in pixels. */
  previewSide: 512,
  nesting: 32,
  /** Letters of a structured report that are kept. */
  reportText: 20_000,
  /** Reports of one upload that become documents of their own. */
  reports: 15,
  /** People in one upload; more is no patient's disc. */
  people: 5,
} as const;
