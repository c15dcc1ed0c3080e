import { lookOf, type DicomJson } from '@konsil/pixels';
import { number, text } from './dicom-json.ts';
import type { Refusal } from './study.ts';

const native = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2', '1.2.840.10008.1.2.1.99'];
const rle = '1.2.840.10008.1.2.5';
const jpegExtended = '1.2.840.10008.1.2.4.51';
const shown = [
  ...native,
  rle,
  jpegExtended,
  ...[50, 57, 70, 80, 81, 90, 91, 201, 202, 203].map((last) => `1.2.840.10008.1.2.4.${last}`),
];

const photometrics = [
  'MONOCHROME1',
  'MONOCHROME2',
  'PALETTE COLOR',
  'RGB',
  'YBR_FULL',
  'YBR_FULL_422',
  'YBR_PARTIAL_420',
  'YBR_ICT',
  'YBR_RCT',
];

const isVideo = (syntax: string): boolean =>
  /^1\.2\.840\.10008\.1\.2\.4\.1(?:0\d|10)(?:\.1)?$/.test(syntax) && !syntax.endsWith('.110');

/**
 * The reason why this image would be shown wrongly (docs/imaging.md point 4), or null. Such an image is offered as a download
 * instead.
 */
export function refusalOf(dataSet: DicomJson): Refusal | null {
  // Archives without this attribute may send frames in any syntax; the frames declare their own.
  const syntax = text(dataSet, '00083002');
  const bits = number(dataSet, '00280100') ?? 8;
  const samples = number(dataSet, '00280002') ?? 1;
  if (syntax !== '' && !shown.includes(syntax)) return isVideo(syntax) ? 'video' : 'format';
  if (bits === 1) return 'oneBit';
  if (syntax === jpegExtended && bits > 8) return 'jpeg12';
  if (syntax === rle && (bits > 16 || (bits === 16 && samples > 1))) return 'rleDepth';
  if (text(dataSet, '00280004') === 'YBR_FULL_422' && (native.includes(syntax) || syntax === '')) return 'ybr422';
  const photometric = text(dataSet, '00280004');
  if (photometric !== '' && !photometrics.includes(photometric)) return 'photometric';
  // A VOI table may be in later frames only; a modality table is the same for all.
  if (samples === 1 && lookOf(dataSet, 0).tableMissing) return 'table';
  return null;
}
