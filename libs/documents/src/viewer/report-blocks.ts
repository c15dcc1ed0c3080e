// @bundle route
import type { Report, ReportLine } from '@konsil/contracts/documents';

/** A part of a report, as it is shown: a heading, a text, or the measurements that follow each other. */
export type ReportBlock =
  | { kind: 'heading'; line: ReportLine }
  | { kind: 'text'; line: ReportLine }
  | { kind: 'measurements'; lines: ReportLine[] };

const kindOf = ({ measured, text, images }: ReportLine): ReportBlock['kind'] =>
  measured ? 'measurements' : text !== '' || images ? 'text' : 'heading';

/** The lines of a report as blocks, in their order. */
export const blocksOf = ({ lines }: Pick<Report, 'lines'>): ReportBlock[] => {
  const blocks: ReportBlock[] = [];
  for (const line of lines) {
    const kind = kindOf(line);
    const last = blocks.at(-1);
    if (kind !== 'measurements') blocks.push({ kind, line });
    else if (last?.kind === 'measurements') last.lines.push(line);
    else blocks.push({ kind, lines: [line] });
  }
  return blocks;
};

/** A number in the reader's language; anything else as it was written. Digits are neither dropped nor added. */
export const numberAsWritten = (value: string, comma: boolean): string =>
  comma && /^[+-]?\d+\.\d+$/.test(value) ? value.replace('.', ',') : value;
