/** The colours that a decoder returns: those of the file, or RGB, because it follows the JPEG markers. */
type Returned = 'stored' | 'rgb';

/**
 * The colours that the decoders of viewer and server return for three samples per pixel. The colour transform inside a
 * JPEG 2000 stream (YBR_RCT, YBR_ICT) is always undone.
 */
const returned: Readonly<Record<string, Returned>> = {
  '1.2.840.10008.1.2.4.50': 'rgb',
  '1.2.840.10008.1.2.4.51': 'rgb',
  '1.2.840.10008.1.2.4.57': 'stored',
  '1.2.840.10008.1.2.4.70': 'stored',
  '1.2.840.10008.1.2.4.80': 'stored',
  '1.2.840.10008.1.2.4.81': 'stored',
  '1.2.840.10008.1.2.4.90': 'stored',
  '1.2.840.10008.1.2.4.91': 'stored',
  '1.2.840.10008.1.2.4.201': 'stored',
  '1.2.840.10008.1.2.4.202': 'stored',
  '1.2.840.10008.1.2.4.203': 'stored',
  '1.2.840.10008.1.2.5': 'stored',
};

/**
 * The photometric interpretation of decoded samples. Compressed frames have all samples of each pixel, even if their file
 * still declares the subsampling of an earlier encoding; only uncompressed ones share them (`YBR_FULL_422`).
 */
export function decodedPhotometric(photometric: string, transferSyntax: string): string {
  const decoded = returned[transferSyntax];
  if (!decoded) return photometric;
  if (decoded === 'rgb') return 'RGB';
  return photometric === 'YBR_FULL_422' ? 'YBR_FULL' : photometric;
}
