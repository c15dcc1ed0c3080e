import type { ForeignKind } from '@konsil/contracts/file-kinds';

/** The reason why an upload, or one member of a ZIP, is refused. The texts are in the upload screens. */
export const dicomProblemCodes = [
  'not_dicom',
  'truncated',
  'bad_checksum',
  'missing_uid',
  'no_image',
  'polyglot',
  'zip_bomb',
  'bad_path',
  'nested_zip',
  'encrypted',
  'many_people',
  'unreadable',
] as const;
/** Or the type of another document in ZIP format. */
export type DicomProblemCode = (typeof dicomProblemCodes)[number] | ForeignKind;

/** The only error that reading an upload throws. */
export class DicomProblem extends Error {
  constructor(readonly code: DicomProblemCode) {
    super(code);
    this.name = 'DicomProblem';
  }
}

/** Maps any library error (dicom-parser throws strings) to a code. */
export const asDicomProblem = (cause: unknown, otherwise: DicomProblemCode): DicomProblem =>
  cause instanceof DicomProblem ? cause : new DicomProblem(otherwise);
