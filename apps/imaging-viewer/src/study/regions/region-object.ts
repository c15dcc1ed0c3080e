import { isRegionClass, placesOf, regionClasses } from '@konsil/pixels';
import type { PicturedPerson } from '@konsil/contracts/person-names';
import { day, item, items, number, numbers, personName, rawPersonName, text, type DicomJson } from '../dicom-json.ts';
import type { Instance } from '../study.ts';
import { colourAt, colourOfLab, type Colour } from './region-colour.ts';
import { spaceOf, type Reference } from './image-plane.ts';

export type Algorithm = 'automatic' | 'semiautomatic' | 'manual';

/** One structure: a segment, or a region of interest. */
export interface Region {
  number: number;
  name: string;
  /** The type, or category and type, as in the file. */
  type: string;
  /** The defined term of an RT structure, such as PTV. */
  rtType: string;
  colour: Colour;
  /** Null if the file does not say. */
  algorithm: Algorithm | null;
  algorithmName: string;
  /** The coordinates that it is in; empty if the file does not say. */
  space: string;
  /** Others have its number: what is drawn for it cannot be told from theirs. */
  isAmbiguous: boolean;
}

/** An object that marks regions of images: an RT Structure Set or a Segmentation. */
export interface RegionObject {
  /** Its URL. */
  key: string;
  kind: 'structures' | 'segmentation' | 'labelMap';
  instance: Instance;
  label: string;
  series: string;
  author: string;
  /** The device or program that made it. */
  maker: string;
  /** `YYYY-MM-DD`, or empty. */
  day: string;
  /** Null if the file does not say. */
  approval: 'approved' | 'unapproved' | 'rejected' | null;
  person: PicturedPerson;
  /** The studies, series and images that it refers to; empty where it does not say. */
  references: { studies: Set<string>; series: Set<string>; images: Set<string> };
  /** The largest value of a fractional segmentation; null for others. */
  most: number | null;
  /** True if the fractions are probabilities, not shares of a pixel. */
  probability: boolean;
  regions: Region[];
}

/** Longer words are of no use in a list, and some files have thousands of letters. */
const mostLetters = 128;
function words(dataSet: DicomJson | undefined, tag: string): string {
  const letters = [...text(dataSet, tag)];
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('')}…` : letters.join('');
}

const meaning = (dataSet: DicomJson | undefined, tag: string): string => {
  const code = item(dataSet, tag);
  return words(code, '00080104') || words(code, '00080100') || words(code, '00080119');
};
const joined = (...parts: string[]): string => [...new Set(parts)].filter(Boolean).join(', ');

const algorithms: Record<string, Algorithm> = {
  AUTOMATIC: 'automatic',
  SEMIAUTOMATIC: 'semiautomatic',
  MANUAL: 'manual',
};
const algorithmOf = (value: string): Algorithm | null => algorithms[value.toUpperCase()] ?? null;

type NumberedRegion = Omit<Region, 'isAmbiguous'>;

function segmentsOf(dataSet: DicomJson): NumberedRegion[] {
  return items(dataSet, '00620002').flatMap((segment, at): NumberedRegion[] => {
    const own = number(segment, '00620004');
    if (own === undefined) return [];
    const modifier = meaning(item(segment, '0062000F'), '00620011');
    const type = meaning(segment, '0062000F');
    return [
      {
        number: own,
        name: words(segment, '00620005') || words(segment, '00620006'),
        type: joined(
          meaning(segment, '00620003'),
          modifier && type ? `${type} (${modifier})` : type,
          meaning(segment, '00082218'),
        ),
        rtType: '',
        colour: colourOfLab(numbers(segment, '0062000D')) ?? colourAt(at),
        algorithm: algorithmOf(text(segment, '00620008')),
        algorithmName: words(segment, '00620009'),
        space: spaceOf(dataSet),
      },
    ];
  });
}

const byte = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 255;

function structuresOf(dataSet: DicomJson): NumberedRegion[] {
  const colours = new Map(
    items(dataSet, '30060039').map((one) => [number(one, '30060084'), numbers(one, '3006002A')] as const),
  );
  const observations = new Map(items(dataSet, '30060080').map((one) => [number(one, '30060084'), one] as const));
  return items(dataSet, '30060020').flatMap((roi, at): NumberedRegion[] => {
    const own = number(roi, '30060022');
    if (own === undefined) return [];
    const observation = observations.get(own);
    const [red = -1, green = -1, blue = -1] = colours.get(own) ?? [];
    return [
      {
        number: own,
        name: words(roi, '30060026') || words(observation, '30060085'),
        type: meaning(observation, '30060086'),
        rtType: words(observation, '300600A4'),
        colour: [red, green, blue].every(byte) ? [red, green, blue] : colourAt(at),
        algorithm: algorithmOf(text(roi, '30060036')),
        algorithmName: words(item(roi, '30060037'), '00660036'),
        space: text(roi, '30060024'),
      },
    ];
  });
}

const uids = (found: readonly DicomJson[], tag: string): string[] => found.map((one) => text(one, tag)).filter(Boolean);

function referencesOf(dataSet: DicomJson): RegionObject['references'] {
  // A structure set names study, series and images below the frame of reference; a segmentation names series.
  const studies = items(dataSet, '30060010').flatMap((space) => items(space, '30060012'));
  const series = [...studies.flatMap((study) => items(study, '30060014')), ...items(dataSet, '00081115')];
  const images = series.flatMap((one) => [...items(one, '30060016'), ...items(one, '0008114A')]);
  return {
    studies: new Set(uids(studies, '00081155')),
    series: new Set(uids(series, '0020000E')),
    images: new Set(uids(images, '00081155')),
  };
}

const kinds = {
  [regionClasses.structureSet]: 'structures',
  [regionClasses.segmentation]: 'segmentation',
  [regionClasses.labelMap]: 'labelMap',
} as const;

const approvals: Record<string, RegionObject['approval']> = {
  APPROVED: 'approved',
  UNAPPROVED: 'unapproved',
  REJECTED: 'rejected',
};

/** One for each number, with the names of all that have it. */
const onceEach = (regions: readonly NumberedRegion[]): Region[] =>
  [...new Map(regions.map((region) => [region.number, region])).keys()].flatMap((own): Region[] => {
    const [first, ...others] = regions.filter((region) => region.number === own);
    if (!first) return [];
    const names = [...new Set([first, ...others].map(({ name }) => name))].filter(Boolean);
    return [{ ...first, name: names.join(' / '), isAmbiguous: others.length > 0 }];
  });

/** Reads what an object says about itself and its regions; null if it marks none. */
export function regionObjectOf(instance: Instance): RegionObject | null {
  const { dataSet } = instance;
  const sopClass = text(dataSet, '00080016');
  if (!isRegionClass(sopClass)) return null;
  const kind = kinds[sopClass];
  const isFractional = kind === 'segmentation' && text(dataSet, '00620001') === 'FRACTIONAL';
  return {
    key: instance.url,
    kind,
    instance,
    label: words(dataSet, '30060002') || words(dataSet, '00700080') || words(dataSet, '00700081'),
    series: words(dataSet, '0008103E'),
    author: personName(dataSet, '00700084') || personName(dataSet, '00081070') || personName(dataSet, '300E0008'),
    maker: joined(words(dataSet, '00080070'), words(dataSet, '00081090')),
    day: day(dataSet, '30060008') || day(dataSet, '00080023') || day(dataSet, '00080021') || day(dataSet, '00080020'),
    approval: approvals[text(dataSet, '300E0002')] ?? null,
    person: { patientName: rawPersonName(dataSet, '00100010'), birthDate: day(dataSet, '00100030') || null },
    references: referencesOf(dataSet),
    most: isFractional ? (number(dataSet, '0062000E') ?? 255) : null,
    probability: isFractional && text(dataSet, '00620010') === 'PROBABILITY',
    regions: onceEach(kind === 'structures' ? structuresOf(dataSet) : segmentsOf(dataSet)),
  };
}

/** The segment that a frame shows; undefined if its file does not say. A frame of a label map shows all. */
export const segmentOf = (dataSet: DicomJson, frame: number): number | undefined =>
  placesOf(dataSet, '0062000A', frame - 1)
    .map((place) => number(place, '0062000B'))
    .find((value) => value !== undefined);

/** The images that a frame was made from. */
export const sourcesOf = (dataSet: DicomJson, frame: number): Reference[] => {
  const [group = {}] = placesOf(dataSet, '00089124', frame - 1);
  return items(group, '00082112').flatMap((source): Reference[] => {
    const instance = text(source, '00081155');
    const frames = numbers(source, '00081160');
    if (instance === '') return [];
    return frames.length > 0 ? frames.map((one) => ({ instance, frame: one })) : [{ instance, frame: null }];
  });
};
