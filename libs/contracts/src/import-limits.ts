// @bundle ui
/** Archives are sent in pieces of this size, so that proxies let them through and an interrupted upload goes on. */
export const importPieceBytes = 8 * 1024 * 1024;
export const mostImportBytes = 1024 * 1024 * 1024;
/** The members of an archive, its own six files included. */
export const mostImportMembers = 2000;
/** The images of its DICOM file-set, beside them. */
export const mostImportImages = 20_000;

/** The checksums that one request compares with the documents of a person. */
export const mostKnownAsked = 500;

/** Why a file is refused, as `current.refused` of the problem tells. */
export const importRefusals = ['foreign', 'changed', 'too_large', 'known'] as const;
export type ImportRefusal = (typeof importRefusals)[number];
