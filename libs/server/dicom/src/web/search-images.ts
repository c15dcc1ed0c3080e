import { withoutAccents } from '@konsil/contracts/fold';
import type { AddressedInstance } from './study-source.ts';

interface Attribute {
  vr: string;
  Value?: unknown[];
}
export type Attributes = Record<string, Attribute>;
export const searchLevels = ['study', 'series', 'instance'] as const;
export type SearchLevel = (typeof searchLevels)[number];

/** Matching keys of each level, besides their tags; a level takes those of the levels above it, too. */
const keys: Record<SearchLevel, Record<string, string>> = {
  study: {
    StudyDate: '00080020',
    StudyTime: '00080030',
    AccessionNumber: '00080050',
    ModalitiesInStudy: '00080061',
    ReferringPhysicianName: '00080090',
    StudyDescription: '00081030',
    PatientName: '00100010',
    PatientID: '00100020',
    PatientBirthDate: '00100030',
    PatientSex: '00100040',
    StudyInstanceUID: '0020000D',
    StudyID: '00200010',
  },
  series: {
    Modality: '00080060',
    SeriesDescription: '0008103E',
    SeriesInstanceUID: '0020000E',
    SeriesNumber: '00200011',
  },
  instance: { SOPClassUID: '00080016', SOPInstanceUID: '00080018', InstanceNumber: '00200013' },
};
/** Returned for each level by default, besides its keys (PS3.18 tables 10.6.3-3 to 10.6.3-5). */
const told: Record<SearchLevel, readonly string[]> = {
  study: [],
  series: ['00080021', '00080031'],
  instance: ['00280008', '00280010', '00280011', '00280100', '00083002'],
};
const upTo = (level: SearchLevel): SearchLevel[] => searchLevels.slice(0, searchLevels.indexOf(level) + 1);
const keysOf = (level: SearchLevel): Map<string, string> =>
  new Map(upTo(level).flatMap((one) => Object.entries(keys[one])));

interface Condition {
  tag: string;
  wanted: string[];
}
export interface ImageSearch {
  conditions: Condition[];
  fields: readonly string[] | 'all';
  limit: number;
  offset: number;
  /** Requested but not supported; the response says so. */
  fuzzy: boolean;
}

const mostResults = 1000;
const mostCharacters = 200;
const times = new Set(['00080020', '00080030', '00100030']);
/** A date or time, or a range of them that is open at one end at most. */
const isTime = (text: string): boolean => /^(?:[\d.:]+(?:-[\d.:]*)?|-[\d.:]+)$/.test(text);
const ignored = new Set(['accept', 'charset']);

const countIn = (text: string, otherwise: number): number | null =>
  text === '' ? otherwise : /^\d{1,9}$/.test(text) ? Number(text) : null;

/**
 * The conditions of a search; null if the level does not know one of its parameters: with an ignored condition, the
 * search would find images that nobody asked for.
 */
export const imageSearchIn = (level: SearchLevel, query: Record<string, unknown>): ImageSearch | null => {
  const known = keysOf(level);
  const tagOf = (name: string): string | undefined =>
    known.get(name) ?? [...known.values()].find((tag) => tag === name.toUpperCase());
  const search: ImageSearch = { conditions: [], fields: [], limit: mostResults, offset: 0, fuzzy: false };
  for (const [name, value] of Object.entries(query)) {
    if (name === 'includefield') {
      const fields = [value].flat().flatMap((one) => String(one).split(','));
      const tags = fields.map((field) => tagOf(field) ?? (/^[\dA-F]{8}$/i.test(field) ? field.toUpperCase() : null));
      if (fields.includes('all')) search.fields = 'all';
      else if (tags.length <= 100 && tags.every((tag) => tag !== null)) search.fields = tags;
      else return null;
      continue;
    }
    if (typeof value !== 'string' || value.length > mostCharacters) return null;
    const count = name === 'limit' || name === 'offset' ? countIn(value, search[name]) : undefined;
    if (count === null) return null;
    if (name === 'limit') search.limit = Math.min(count ?? mostResults, mostResults);
    else if (name === 'offset') search.offset = count ?? 0;
    else if (name === 'fuzzymatching' && /^(?:true|false)$/.test(value)) search.fuzzy = value === 'true';
    else if (!ignored.has(name)) {
      const tag = tagOf(name);
      if (!tag) return null;
      if (value === '' || value === '*') continue;
      const wanted = value.split(/[\\,]/);
      if (times.has(tag) && !wanted.every(isTime)) return null;
      search.conditions.push({ tag, wanted });
    }
  }
  return search;
};

/** `*` matches any characters, `?` one. Two positions and no regular expression, which a pattern could make slow. */
const isLike = (text: string, pattern: string): boolean => {
  let [at, in_, star, from] = [0, 0, -1, 0];
  while (at < text.length) {
    if (pattern[in_] === '*') [star, from, in_] = [in_, at, in_ + 1];
    else if (in_ < pattern.length && (pattern[in_] === '?' || pattern[in_] === text[at])) [at, in_] = [at + 1, in_ + 1];
    else if (star >= 0) [from, at, in_] = [from + 1, from + 1, star + 1];
    else return false;
  }
  return /^\**$/.test(pattern.slice(in_));
};
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'Alphabetic' in value ? String(value.Alphabetic) : String(value ?? '');
/** Digits of a date or time, which older files have with dots or colons. */
const digits = (text: string): string => text.replace(/[.:]/g, '');

const isMatch = ({ vr, Value = [] }: Attribute, wanted: string): boolean =>
  Value.map(textOf).some((value) => {
    if (vr !== 'DA' && vr !== 'TM') return isLike(withoutAccents(value), withoutAccents(wanted));
    const [first = '', last] = wanted.split('-').map(digits);
    const told = digits(value);
    if (last === undefined) return told.startsWith(first) && first !== '';
    return told >= first && (last === '' || told.slice(0, last.length) <= last);
  });

const whole = (value: number): Attribute => ({ vr: 'IS', Value: [value] });
const distinct = <T>(values: T[]): T[] => [...new Set(values)];
const groups = (instances: AddressedInstance[], keyOf: (one: AddressedInstance) => string): AddressedInstance[][] => {
  const byKey = new Map<string, AddressedInstance[]>();
  for (const one of instances) {
    const group = byKey.get(keyOf(one));
    if (group) group.push(one);
    else byKey.set(keyOf(one), [one]);
  }
  return [...byKey.values()];
};
const key: Record<SearchLevel, (one: AddressedInstance) => string> = {
  // Images of two people with one study UID are never told as one study.
  study: ({ studyUid, patientName, birthDate }) => [studyUid, patientName, birthDate].join('\n'),
  series: (one) => [key.study(one), one.seriesUid].join('\n'),
  instance: (one) => [key.series(one), one.addressed].join('\n'),
};

/** The searchable attributes of a group of images. */
const describe = (level: SearchLevel, group: AddressedInstance[], root: string): Attributes => {
  const [first] = group;
  if (!first) return {};
  const series = new Set(group.map(({ seriesUid }) => seriesUid)).size;
  const path = [`/studies/${first.studyUid}`, `/series/${first.seriesUid}`, `/instances/${first.addressed}`].slice(
    0,
    searchLevels.indexOf(level) + 1,
  );
  return {
    ...(JSON.parse(first.metadata) as Attributes),
    '00081190': { vr: 'UR', Value: [root + path.join('')] },
    ...(level === 'study'
      ? {
          '00080061': { vr: 'CS', Value: distinct(group.map(({ modality }) => modality)) },
          '00201206': whole(series),
          '00201208': whole(group.length),
        }
      : {}),
    ...(level === 'series' ? { '00201209': whole(group.length) } : {}),
  };
};

export interface FoundImages {
  results: Attributes[];
  /** Further ones that match. */
  more: number;
}

/**
 * Searches the images that a reader may see.
 * @param root the address of the DICOMweb service, for the URLs of the results
 * @param isWithin true if the search is below a study, whose attributes are then omitted
 */
export const searchImages = (
  instances: AddressedInstance[],
  level: SearchLevel,
  { conditions, fields, limit, offset }: ImageSearch,
  { root, isWithin }: { root: string; isWithin: boolean },
): FoundImages => {
  const tags = new Set([
    ...(isWithin ? [level] : upTo(level)).flatMap((one) => [...Object.values(keys[one]), ...told[one]]),
    '0020000D',
    ...(level === 'study' ? [] : ['0020000E']),
    '00081190',
    '00201206',
    '00201208',
    '00201209',
    ...(fields === 'all' ? [] : fields),
  ]);
  const found = groups(instances, key[level])
    .map((group) => describe(level, group, root))
    .filter((attributes) =>
      conditions.every(({ tag, wanted }) => {
        const attribute = attributes[tag];
        return attribute !== undefined && wanted.some((one) => isMatch(attribute, one));
      }),
    );
  const page = found.slice(offset, offset + limit);
  const pick = (attributes: Attributes): Attributes =>
    Object.fromEntries(Object.entries(attributes).filter(([tag]) => fields === 'all' || tags.has(tag)));
  return { results: page.map(pick), more: Math.max(0, found.length - offset - page.length) };
};
