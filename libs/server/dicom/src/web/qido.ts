import { withoutAccents } from '@konsil/contracts/fold';
import type { StoredInstance } from './study-source.ts';

interface Attribute {
  vr: string;
  Value?: unknown[];
}
type Attributes = Record<string, Attribute>;

const studyTags = [
  '00080020',
  '00080030',
  '00080050',
  '00080090',
  '00081030',
  '00100010',
  '00100020',
  '00100030',
  '00100040',
  '0020000D',
  '00200010',
];
const seriesTags = ['0008103E', '00080021', '00080031', '00080060', '0020000D', '0020000E', '00200011'];
const instanceTags = [
  '00080016',
  '00080018',
  '0020000D',
  '0020000E',
  '00200013',
  '00280008',
  '00280010',
  '00280011',
  '00280100',
  '00083002',
];

/** The keywords allowed in a search, besides tags. */
const keywords = new Map(
  Object.entries({
    StudyInstanceUID: '0020000D',
    SeriesInstanceUID: '0020000E',
    SOPInstanceUID: '00080018',
    Modality: '00080060',
    ModalitiesInStudy: '00080061',
    PatientID: '00100020',
    PatientName: '00100010',
    PatientBirthDate: '00100030',
    StudyDate: '00080020',
    AccessionNumber: '00080050',
    StudyID: '00200010',
  }),
);

const attributesOf = ({ metadata }: StoredInstance): Attributes => JSON.parse(metadata) as Attributes;
const pick = (attributes: Attributes, tags: string[]): Attributes =>
  Object.fromEntries(tags.flatMap((tag) => (attributes[tag] ? [[tag, attributes[tag]]] : [])));
const whole = (value: number): Attribute => ({ vr: 'IS', Value: [value] });

/** The study of the images as a search result; empty without images. */
export function studiesOf(instances: StoredInstance[]): Attributes[] {
  const [first] = instances;
  if (!first) return [];
  return [
    {
      ...pick(attributesOf(first), studyTags),
      '00080061': { vr: 'CS', Value: [...new Set(instances.map(({ modality }) => modality))] },
      '00201206': whole(new Set(instances.map(({ seriesUid }) => seriesUid)).size),
      '00201208': whole(instances.length),
    },
  ];
}

/** Each series with the number of its images. */
export function seriesOf(instances: StoredInstance[]): Attributes[] {
  const bySeries = new Map<string, StoredInstance[]>();
  for (const instance of instances)
    bySeries.set(instance.seriesUid, [...(bySeries.get(instance.seriesUid) ?? []), instance]);
  return [...bySeries.values()].flatMap(([first, ...others]) =>
    first ? [{ ...pick(attributesOf(first), seriesTags), '00201209': whole(1 + others.length) }] : [],
  );
}

export const imagesOf = (instances: StoredInstance[]): Attributes[] =>
  instances.map((instance) => pick(attributesOf(instance), instanceTags));

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'Alphabetic' in value ? String(value.Alphabetic) : String(value);

/**
 * `*` matches any characters. Without regular expressions, because a reader's pattern could be made exponentially slow.
 */
function fits(text: string, pattern: string): boolean {
  const pieces = withoutAccents(pattern).split('*');
  const [first = '', last = ''] = [pieces.shift(), pieces.pop()];
  const subject = withoutAccents(text);
  if (last === '' && pieces.length === 0 && !pattern.includes('*')) return subject === first;
  if (!subject.startsWith(first) || !subject.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = subject.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at + last.length <= subject.length;
}
const matches = (wanted: string, attribute: Attribute | undefined): boolean =>
  (attribute?.Value ?? []).some((value) => fits(textOf(value), wanted));

/** Filters a list by the search's conditions; a condition on a missing attribute matches nothing. */
export function filterAttributes(list: Attributes[], query: Record<string, unknown>): Attributes[] {
  const conditions = Object.entries(query).flatMap(([key, value]) => {
    const tag = keywords.get(key) ?? (/^[0-9A-F]{8}$/i.test(key) ? key.toUpperCase() : undefined);
    return tag && typeof value === 'string' && value !== ''
      ? [{ tag, wanted: value.slice(0, 200).split(/[\\,]/) }]
      : [];
  });
  const found = list.filter((attributes) =>
    conditions.every(({ tag, wanted }) => wanted.some((one) => matches(one, attributes[tag]))),
  );
  const bound = (value: unknown, otherwise: number): number =>
    /^\d{1,6}$/.test(String(value)) ? Number(value) : otherwise;
  const offset = bound(query['offset'], 0);
  return found.slice(offset, offset + bound(query['limit'], found.length));
}
