import type { DataSet } from 'dicom-parser';
import type { OpenedDataSet } from './data-set.ts';
import { dayOf, timeOf } from '@konsil/dicom-header/dates';
import { attributeReader, numbersOf } from './element-values.ts';
import { limits } from './limits.ts';
import { unitText } from './ucum.ts';

const contentSequence = 'x0040a730';
const shortTitle = 120;

/** A code: value and scheme, and its meaning or, without one, its value. */
export interface Concept {
  code: string;
  scheme: string;
  meaning: string;
}

/** Caches the values per item, because the tree is walked repeatedly. */
const once = <T>(read: (opened: OpenedDataSet, item: DataSet) => T) => {
  const known = new WeakMap<DataSet, { value: T }>();
  return (opened: OpenedDataSet, item: DataSet): T => {
    const found = known.get(item) ?? { value: read(opened, item) };
    known.set(item, found);
    return found.value;
  };
};

/** All items of a sequence. */
export const itemsOf = (dataSet: DataSet, tag: string): DataSet[] =>
  (dataSet.elements[tag]?.items ?? []).flatMap((item) => item.dataSet ?? []);

/** The content items below one. */
export const contentOf = once((_opened, item) => itemsOf(item, contentSequence));

/** A coded concept (PS3.3 section 8). */
export function conceptOf(opened: OpenedDataSet, dataSet: DataSet, sequence: string): Concept {
  const [item] = itemsOf(dataSet, sequence);
  if (!item) return { code: '', scheme: '', meaning: '' };
  const read = attributeReader(opened, item);
  const code = read.text('00080100') ?? read.text('00080119') ?? read.text('00080120') ?? '';
  return { code, scheme: read.text('00080102') ?? '', meaning: read.text('00080104') ?? code };
}
/** The name of a content item. */
export const nameOf = once((opened, item) => conceptOf(opened, item, 'x0040a043'));
export const titleOf = (opened: OpenedDataSet): string => nameOf(opened, opened.dataSet).meaning.slice(0, shortTitle);

export const isConcept = ({ code, scheme }: Concept, ...wanted: readonly (readonly [string, string])[]): boolean =>
  wanted.some(([value, of]) => value === code && of === scheme);

const personName = (value: string): string => {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = (value.split('=')[0] ?? '')
    .split('^')
    .map((part) => part.trim());
  return [prefix, given, middle, family, suffix].filter(Boolean).join(' ');
};
const written = (day: string | null, time: string | null): string => [day, time].filter(Boolean).join(' ');

/** The number of an item with its qualifier, such as "out of range"; without a number, the reason why it is missing. */
export function numberOf(opened: OpenedDataSet, item: DataSet): { value: string; unit: string; qualifier: string } {
  const [measured] = itemsOf(item, 'x0040a300');
  const value = measured && attributeReader(opened, measured).text('0040a30a');
  const { meaning: qualifier } = conceptOf(opened, item, 'x0040a301');
  if (!measured || value === undefined) return { value: qualifier, unit: '', qualifier: '' };
  const [unit] = itemsOf(measured, 'x004008ea');
  const read = unit && attributeReader(opened, unit);
  return {
    value,
    qualifier,
    unit: unitText({
      code: read?.text('00080100') ?? '',
      scheme: read?.text('00080102') ?? '',
      meaning: read?.text('00080104') ?? '',
    }),
  };
}

export const typeOf = once((opened, item) => attributeReader(opened, item).text('0040a040') ?? '');
export const relationOf = once((opened, item) => attributeReader(opened, item).text('0040a010') ?? '');

/** The value of a content item as text (PS3.3 C.17.3.2.1); image references and coordinates have none. */
export function valueOf(opened: OpenedDataSet, item: DataSet): string {
  const read = attributeReader(opened, item);
  switch (read.text('0040a040')) {
    case 'TEXT':
      return read.text('0040a160') ?? '';
    case 'CODE':
      return conceptOf(opened, item, 'x0040a168').meaning;
    case 'DATE':
      return dayOf(read.text('0040a121')) ?? read.text('0040a121') ?? '';
    case 'TIME':
      return timeOf(read.text('0040a122')) ?? '';
    case 'DATETIME':
      return written(dayOf(read.text('0040a120')), timeOf(read.text('0040a120')?.slice(8)));
    case 'PNAME':
      return personName(read.text('0040a123') ?? '');
    case 'NUM': {
      const { value, unit, qualifier } = numberOf(opened, item);
      return [value, unit, qualifier && `(${qualifier})`].filter(Boolean).join(' ');
    }
    default:
      return '';
  }
}

const reference = 'x0040db73';
/** The maximum nesting depth of a report. */
const mostPlaces = limits.nesting + 1;
/** True for an item that only references another one. */
export const isReference = (item: DataSet): boolean => (item.elements[reference]?.length ?? 0) > 0;

/** The item that a by-reference item points at: by its place below the root, which is place 1. */
export function referredItem(opened: OpenedDataSet, item: DataSet): DataSet | undefined {
  const element = item.elements[reference];
  if (!element || element.length > mostPlaces * 4) return undefined;
  const [root, ...places] = numbersOf(opened, element, 'UL').map(Number);
  if (root !== 1) return undefined;
  let found: DataSet | undefined = opened.dataSet;
  for (const place of places) found &&= contentOf(opened, found)[place - 1];
  return found;
}
