import dicomParser from 'dicom-parser';
import type { DataSet, Element } from 'dicom-parser';
import { pixelData, lookUpVr, type OpenedDataSet } from './data-set.ts';
import type { BulkValue } from './dicom-instance.ts';
import { textValues } from '@konsil/dicom-header/dicom-text';
import { bytesOf, characterSetOf, numbersOf, numberSize, swapOf, vrOf } from './element-values.ts';
import { swapBytes } from './byte-order.ts';
import { limits } from './limits.ts';

type JsonValue = string | number | null | Record<string, unknown>;
interface Attribute {
  vr: string;
  Value?: JsonValue[];
  InlineBinary?: string;
  BulkDataURI?: string;
}
type JsonDataSet = Record<string, Attribute>;

const binary = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'UN']);
const decimal = new Set(['DS', 'IS']);

// Pixels are served by frame, outlines of structure sets in the file; group lengths and padding are irrelevant.
const leftOut = new Set([
  pixelData,
  'x30060040',
  'x7fe00008',
  'x7fe00009',
  'x7fe00001',
  'x7fe00002',
  'xfffcfffc',
  'xfffee00d',
  'xfffee0dd',
]);
/** Look-up table data; in a sequence it has no URL of its own. */
const tableData = 'x00283006';
const isPrivate = (tag: string): boolean => '13579bdf'.includes(tag[4] ?? '');

const personName = (value: string): Record<string, string> => {
  const [Alphabetic, Ideographic, Phonetic] = value.split('=');
  return Object.fromEntries(
    Object.entries({ Alphabetic, Ideographic, Phonetic }).filter((entry): entry is [string, string] =>
      Boolean(entry[1]),
    ),
  );
};

function textValue(value: string, vr: string): JsonValue {
  if (value === '') return null;
  if (vr === 'PN') return personName(value);
  if (!decimal.has(vr)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The state of one conversion. */
interface Context {
  opened: OpenedDataSet;
  signed: boolean;
  bulk: Record<string, BulkValue>;
  /** The URL of this image's bulk data. */
  bulkUri: string;
}

// A sequence with VR UN, written by a system that did not know its tag, is implicit little endian inside.
function itemsOf(context: Context, element: Element): Element[] {
  if (element.items) return element.items;
  if (element.length === 0) return [];
  const end = element.dataOffset + element.length;
  const stream = new dicomParser.ByteStream(
    dicomParser.littleEndianByteArrayParser,
    context.opened.bytes.subarray(0, end),
    element.dataOffset,
  );
  const sequence: Element = { tag: element.tag, length: element.length, dataOffset: element.dataOffset };
  try {
    dicomParser.readSequenceItemsImplicit(stream, sequence, lookUpVr);
  } catch {
    return [];
  }
  return sequence.items ?? [];
}

function binaryAttribute(context: Context, element: Element, vr: string, depth: number): Attribute | undefined {
  if (element.length === 0) return { vr };
  const swap = swapOf(context.opened, element.vr ?? vr);
  if (element.length <= (element.tag === tableData && depth > 0 ? limits.tableBytes : limits.inlineBytes))
    return { vr, InlineBinary: Buffer.from(swapBytes(bytesOf(context.opened, element), swap)).toString('base64') };
  if (depth > 0) return undefined;
  const tag = element.tag.slice(1).toUpperCase();
  context.bulk[tag] = { range: [element.dataOffset, element.length], swap };
  return { vr, BulkDataURI: `${context.bulkUri}/${tag}` };
}

function attributeOf(
  context: Context,
  element: Element,
  characterSet: string | undefined,
  depth: number,
): Attribute | undefined {
  const vr = vrOf(element, context.signed);
  if (vr === 'SQ') {
    if (depth >= limits.nesting) return undefined;
    const items = itemsOf(context, element).flatMap((item) =>
      item.dataSet ? [jsonDataSet(context, item.dataSet, characterSet, depth + 1)] : [],
    );
    return items.length > 0 ? { vr, Value: items } : { vr };
  }
  if (binary.has(vr)) return binaryAttribute(context, element, vr, depth);
  if (element.length > (decimal.has(vr) ? limits.decimalBytes : limits.textBytes) && !numberSize[vr]) return undefined;
  // Palettes and other tables of numbers are bulk data whatever their VR.
  if (element.length > limits.inlineBytes && numberSize[vr])
    return binaryAttribute(context, element, vr === 'US' || vr === 'SS' ? 'OW' : 'OB', depth);
  const values = numberSize[vr]
    ? numbersOf(context.opened, element, vr)
    : textValues(bytesOf(context.opened, element), vr, characterSet).map((value) => textValue(value, vr));
  // JSON has no NaN: unknown values are null.
  return values.length > 0
    ? { vr, Value: values.map((value) => (typeof value === 'number' && !Number.isFinite(value) ? null : value)) }
    : { vr };
}

function jsonDataSet(context: Context, dataSet: DataSet, inherited: string | undefined, depth: number): JsonDataSet {
  const characterSet = characterSetOf(context.opened, dataSet, inherited);
  const json: JsonDataSet = {};
  for (const tag of Object.keys(dataSet.elements).sort()) {
    const element = dataSet.elements[tag];
    if (!element || leftOut.has(tag) || isPrivate(tag) || tag.endsWith('0000') || tag < 'x00080000') continue;
    const attribute = attributeOf(context, element, characterSet, depth);
    // Text is sent as UTF-8, whatever the file's character set.
    json[tag.slice(1).toUpperCase()] =
      tag === 'x00080005' ? { vr: 'CS', Value: ['ISO_IR 192'] } : (attribute ?? { vr: vrOf(element, context.signed) });
  }
  return json;
}

/**
 * DICOM JSON (PS3.18 annex F) of the data set, as text, without pixels, private elements and the meta header; large
 * values are listed in `bulk`.
 */
export function dicomJsonOf(
  opened: OpenedDataSet,
  options: { signed: boolean; bulkUri: string; defaults: JsonDataSet },
): { json: string; bulk: Record<string, BulkValue> } {
  const bulk: Record<string, BulkValue> = {};
  const json = jsonDataSet(
    { opened, signed: options.signed, bulk, bulkUri: options.bulkUri },
    opened.dataSet,
    undefined,
    0,
  );
  return { json: JSON.stringify({ ...json, ...options.defaults }), bulk };
}
