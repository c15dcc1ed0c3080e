// The package has no declarations.
declare module 'dicom-character-set' {
  /** Throws on a character set that DICOM does not know. */
  export function convertBytes(characterSet: string | undefined, bytes: Uint8Array, options: { vr: string }): string;
}
