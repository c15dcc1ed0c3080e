export { decodedPhotometric } from './decoded-colours.ts';
export { item, items, number, numbers, text, type Attribute, type DicomJson } from './dicom-json.ts';
export { placesOf } from './functional-groups.ts';
export { aspectOf, projectionModalities, spacingOf, type Spacing } from './geometry.ts';
export { lookOf, type GreyscaleLook, type NamedWindow, type StoredBits, type ValueWindow } from './look.ts';
export { drawingsOf, overlayData, overlayGroups, type Drawings } from './overlay.ts';
export { paletteOf, type Palette, type TableBytes } from './palette.ts';
export { decodeRle } from './rle.ts';
export { hasEndMarker } from './code-stream.ts';
export { isWholeJpeg } from './jpeg-stream.ts';
export { nativeSamples } from './native.ts';
export { colourShades, fillColour, fillGrey, fillPalette, greyShade, type ColourLayout, type View } from './shade.ts';
export { entryOf, type LookupTable } from './table.ts';
export {
  autoWindow,
  modalityValues,
  paddedValues,
  rangeOf,
  storedValues,
  type Samples,
} from './values.ts';
export { isRegionClass, regionClasses, type RegionClass } from './region-classes.ts';
