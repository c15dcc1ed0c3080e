import type { DataSet } from 'dicom-parser';
import type { OpenedDataSet } from './data-set.ts';
import type { DicomReport, ReportLine } from './dicom-instance.ts';
import { dayOf, timeOf } from './dicom-text.ts';
import { attributeReader, bytesOf } from './element-values.ts';
import { limits } from './limits.ts';

type Content = Pick<DicomReport, 'title' | 'content'>;

const encapsulatedDocument = 'x00420011';
const contentSequence = 'x0040a730';
const shortTitle = 120;

/** All items of a sequence. */
const itemsOf = (dataSet: DataSet, tag: string): DataSet[] =>
  (dataSet.elements[tag]?.items ?? []).flatMap((item) => item.dataSet ?? []);

/** The display name of a coded concept (PS3.3 section 8.8). */
const meaningOf = (opened: OpenedDataSet, dataSet: DataSet, sequence: string): string => {
  const [code] = itemsOf(dataSet, sequence);
  return code ? (attributeReader(opened, code).text('00080104') ?? '') : '';
};

function pdfContent(opened: OpenedDataSet): Content | null {
  const element = opened.dataSet.elements[encapsulatedDocument];
  if (!element || element.length === 0) return null;
  const bytes = bytesOf(opened, element);
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') return null;
  const read = attributeReader(opened);
  // An odd length is padded with one byte; newer files declare the actual length.
  const told = read.number('00420015');
  const length = told !== undefined && element.length - told === 1 ? told : element.length;
  return {
    title: (read.text('00420010') || meaningOf(opened, opened.dataSet, 'x0040a043')).slice(0, shortTitle),
    content: { kind: 'pdf', range: [element.dataOffset, length] },
  };
}

const personName = (value: string): string => {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = (value.split('=')[0] ?? '')
    .split('^')
    .map((part) => part.trim());
  return [prefix, given, middle, family, suffix].filter(Boolean).join(' ');
};
const written = (day: string | null, time: string | null): string => [day, time].filter(Boolean).join(' ');

/** The value of one content item as text (PS3.3 C.17.3.2.1); image references and coordinates have none. */
function valueOf(opened: OpenedDataSet, item: DataSet): string {
  const read = attributeReader(opened, item);
  switch (read.text('0040a040')) {
    case 'TEXT':
      return read.text('0040a160') ?? '';
    case 'CODE':
      return meaningOf(opened, item, 'x0040a168');
    case 'DATE':
      return dayOf(read.text('0040a121')) ?? read.text('0040a121') ?? '';
    case 'TIME':
      return timeOf(read.text('0040a122')) ?? '';
    case 'DATETIME':
      return written(dayOf(read.text('0040a120')), timeOf(read.text('0040a120')?.slice(8)));
    case 'PNAME':
      return personName(read.text('0040a123') ?? '');
    case 'NUM': {
      const [measured] = itemsOf(item, 'x0040a300');
      if (!measured) return meaningOf(opened, item, 'x0040a301');
      const [unit] = itemsOf(measured, 'x004008ea');
      const unitRead = unit && attributeReader(opened, unit);
      return [
        attributeReader(opened, measured).text('0040a30a'),
        unitRead?.text('00080100') === '1' ? '' : (unitRead?.text('00080104') ?? unitRead?.text('00080100')),
      ]
        .filter(Boolean)
        .join(' ');
    }
    default:
      return '';
  }
}

function textContent(opened: OpenedDataSet): Content | null {
  if (!opened.dataSet.elements[contentSequence]) return null;
  const lines: ReportLine[] = [];
  let left: number = limits.reportText;
  let cut = false;
  const add = (line: ReportLine): void => {
    left -= line.name.length + line.text.length;
    if (left < 0) cut = true;
    else lines.push(line);
  };
  const walk = (dataSet: DataSet, level: number): void => {
    if (level > limits.nesting) {
      cut = true;
      return;
    }
    for (const item of itemsOf(dataSet, contentSequence)) {
      const [name, text] = [meaningOf(opened, item, 'x0040a043'), valueOf(opened, item)];
      const isHeading = name !== '' && itemsOf(item, contentSequence).length > 0;
      if (text !== '' || isHeading) add({ level, name, text });
      walk(item, level + 1);
    }
  };
  walk(opened.dataSet, 0);
  if (!lines.some(({ text }) => text !== '')) return null;
  const read = attributeReader(opened);
  const verification = read.text('0040a493');
  return {
    title: meaningOf(opened, opened.dataSet, 'x0040a043').slice(0, shortTitle),
    content: {
      kind: 'text',
      lines,
      cut,
      complete: read.text('0040a491') !== 'PARTIAL',
      verified: verification === undefined ? null : verification === 'VERIFIED',
    },
  };
}

/** The report in a DICOM object without pixels; null if there is none. */
export const contentOfReport = (opened: OpenedDataSet): Content | null => pdfContent(opened) ?? textContent(opened);
