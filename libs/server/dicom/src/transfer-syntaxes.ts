/** The transfer syntaxes used by name (DICOM PS3.5 and PS3.6 A). */
export const transferSyntaxes = {
  implicitLittleEndian: '1.2.840.10008.1.2',
  explicitLittleEndian: '1.2.840.10008.1.2.1',
  deflated: '1.2.840.10008.1.2.1.99',
  explicitBigEndian: '1.2.840.10008.1.2.2',
  rle: '1.2.840.10008.1.2.5',
  jpegBaseline: '1.2.840.10008.1.2.4.50',
  jpegExtended: '1.2.840.10008.1.2.4.51',
  jpegLossless: '1.2.840.10008.1.2.4.57',
  jpegLosslessFirstOrder: '1.2.840.10008.1.2.4.70',
  jpegLsLossless: '1.2.840.10008.1.2.4.80',
  jpegLsNearLossless: '1.2.840.10008.1.2.4.81',
  jpeg2000Lossless: '1.2.840.10008.1.2.4.90',
  jpeg2000: '1.2.840.10008.1.2.4.91',
  htj2kLossless: '1.2.840.10008.1.2.4.201',
  htj2kLosslessRpcl: '1.2.840.10008.1.2.4.202',
  htj2k: '1.2.840.10008.1.2.4.203',
} as const;

const native: ReadonlySet<string> = new Set([
  transferSyntaxes.implicitLittleEndian,
  transferSyntaxes.explicitLittleEndian,
  transferSyntaxes.deflated,
  transferSyntaxes.explicitBigEndian,
]);

/** True if frames are stored uncompressed. */
export const isNative = (transferSyntax: string): boolean => native.has(transferSyntax);

const mediaTypes = new Map(
  Object.entries({
    [transferSyntaxes.rle]: 'image/dicom-rle',
    [transferSyntaxes.jpegBaseline]: 'image/jpeg',
    [transferSyntaxes.jpegExtended]: 'image/jpeg',
    [transferSyntaxes.jpegLossless]: 'image/jpeg',
    [transferSyntaxes.jpegLosslessFirstOrder]: 'image/jpeg',
    [transferSyntaxes.jpegLsLossless]: 'image/jls',
    [transferSyntaxes.jpegLsNearLossless]: 'image/jls',
    [transferSyntaxes.jpeg2000Lossless]: 'image/jp2',
    [transferSyntaxes.jpeg2000]: 'image/jp2',
    [transferSyntaxes.htj2kLossless]: 'image/jphc',
    [transferSyntaxes.htj2kLosslessRpcl]: 'image/jphc',
    [transferSyntaxes.htj2k]: 'image/jphc',
  }),
);

/** The media type of one frame as DICOMweb sends it (PS3.18 8.7.3): native ones always as explicit little endian. */
export const frameMediaType = (transferSyntax: string): string =>
  isNative(transferSyntax)
    ? `application/octet-stream; transfer-syntax=${transferSyntaxes.explicitLittleEndian}`
    : `${mediaTypes.get(transferSyntax) ?? 'application/octet-stream'}; transfer-syntax=${transferSyntax}`;
