// @bundle ui
/** Archives are sent in pieces of this size, so that proxies let them through and an interrupted upload goes on. */
export const importPieceBytes = 8 * 1024 * 1024;
export const mostImportBytes = 1024 * 1024 * 1024;
/** The members of an archive, its own five files included. */
export const mostImportMembers = 2000;

/** Why a file is refused, as `current.refused` of the problem tells. */
export const importRefusals = ['foreign', 'changed', 'too_large', 'known'] as const;
export type ImportRefusal = (typeof importRefusals)[number];
