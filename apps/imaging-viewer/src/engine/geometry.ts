import type { DicomJson } from '@konsil/pixels';
import type { Instance } from '../study/study.ts';

// Attributes that affect shades: hidden from the library, which would interpret them differently.
const looks = new Set([
  '00281050',
  '00281051',
  '00281052',
  '00281053',
  '00281054',
  '00281055',
  '00281056',
  '00283000',
  '00283010',
  '00280120',
  '00280121',
  '00289132',
  '00289145',
  '00281101',
  '00281102',
  '00281103',
  '00281201',
  '00281202',
  '00281203',
  '00540016',
]);

const without = (dataSet: DicomJson): DicomJson =>
  Object.fromEntries(
    Object.entries(dataSet).flatMap(([tag, attribute]) => {
      if (looks.has(tag)) return [];
      if (attribute.vr !== 'SQ' || !Array.isArray(attribute.Value)) return [[tag, attribute]];
      return [
        [
          tag,
          {
            ...attribute,
            Value: attribute.Value.map((item) =>
              item && typeof item === 'object' ? without(item as DicomJson) : item,
            ),
          },
        ],
      ];
    }),
  );

/** The metadata of an instance as the library needs it: position and pixel size. */
export function geometryOf({ dataSet, spacingOf, scale }: Instance): DicomJson {
  const { row, column } = spacingOf(1);
  return {
    ...without(dataSet),
    ...(scale === 'body' && !dataSet['00280030'] ? {} : { '00280030': { vr: 'DS', Value: [row, column] } }),
  };
}
