import type { TakenKind } from '@konsil/contracts/file-kinds';
import type { PicturedPerson } from '@konsil/contracts/person-names';

/** The maximum number of files; more than a portal exports for one person. */
export const mostIncomingFiles = 2000;
/** The size limit of an e-mail; KIM and other mail servers allow less. It is read into memory. */
export const mostMailBytes = 100 * 1024 * 1024;
export const mostAttachments = 200;
/** An e-mail in an e-mail in an e-mail; deeper ones are built to be slow. */
export const mostNestedMails = 3;

/** The set has more files than can be taken over at once. */
export class TooManyFiles extends Error {}

/** A chosen file, and its path in the chosen folder; an e-mail or file that was chosen alone has only its name. */
export interface ChosenFile {
  file: File;
  path: string;
}

/**
 * The reason why something of the set is not taken over. `sealed`: an e-mail that is encrypted or wrapped in its
 * signature; `broken`: an e-mail that cannot be understood, or has too many parts; `inText`: a picture in the text of an
 * e-mail; `elsewhere`: a bundle has only its address; `withdrawn`: a bundle has it as an error; `record`: an archive of
 * Konsil; `packed`: a ZIP without images;
 * `unreadableXml`: a FHIR file in XML with a document type, another encoding than UTF-8, or too much nesting.
 */
export const leftOutReasons = [
  'empty',
  'unsupported',
  'outlook',
  'tooLarge',
  'sealed',
  'broken',
  'nested',
  'inText',
  'elsewhere',
  'withdrawn',
  'tooMany',
  'record',
  'packed',
  'unreadableXml',
  'unreadable',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export interface LeftOut {
  name: string;
  /** The folder, or the subject of the e-mail; empty if it was chosen alone. */
  source: string;
  reason: LeftOutReason;
}

/** A file that can be uploaded. */
export interface IncomingFile {
  file: File;
  source: string;
  kind: TakenKind | 'heic';
  /** Hex; null in pages without https. */
  sha256: string | null;
  /** The person that the file names, or its FHIR bundle. */
  person: PicturedPerson | null;
}

/** The content of a set of e-mails or of a folder. */
export interface Incoming {
  files: IncomingFile[];
  /** Other FHIR files, which may be patient summaries. */
  summaries: { file: File; source: string }[];
  leftOut: LeftOut[];
  /** Files whose bytes are in the set once more. */
  repeated: number;
  mails: number;
  /** E-mails with a signature, which was not checked. */
  signed: number;
}
