import type { CodeSystem } from '@konsil/contracts/medical-codes';
import { createReadStream } from 'node:fs';

/** A file that is not what its option says, with the line at fault. */
export class CodeFileFault extends Error {}

/** A code that may be chosen. */
export interface ReadCode {
  code: string;
  title: string;
  additional: boolean;
}

/** The columns of a `…syst_kodes.txt` of BfArM's metadata that matter here, counted from 0. */
interface Layout {
  fields: number;
  levels: readonly string[];
  code: RegExp;
  /** The use of a diagnosis in outpatient care (section 295), and whether the code is assigned. */
  use: number | null;
  assigned: number | null;
}
const layouts: Record<CodeSystem, Layout> = {
  icd10gm: { fields: 28, levels: ['3', '4', '5'], code: /^[A-Z]\d\d(\.[0-9]{1,2})?$/, use: 12, assigned: 25 },
  ops: { fields: 15, levels: ['4', '5', '6'], code: /^\d-\d{2}[0-9a-z](\.[0-9a-z]{1,2})?$/, use: null, assigned: null },
};
const ends = { level: 0, place: 1, code: 6, title: 8 };
const longestLine = 10_000;

/** @throws {CodeFileFault} */
const readLine = (line: string, at: number, layout: Layout): ReadCode | null => {
  const fault = (what: string) => new CodeFileFault(`Line ${at}: ${what}`);
  const fields = line.split(';');
  const field = (index: number): string => fields[index] ?? '';
  if (fields.length !== layout.fields)
    throw fault(`${fields.length} fields in place of ${layout.fields}. Is it the …syst_kodes.txt of this system?`);
  if (!layout.levels.includes(field(ends.level))) throw fault(`the level "${field(ends.level)}" is unknown.`);
  const place = field(ends.place);
  if (place !== 'T' && place !== 'N') throw fault(`"${place}" is neither T (terminal) nor N.`);
  if (place === 'N') return null;
  const [code, title] = [field(ends.code), field(ends.title).trim()];
  if (!layout.code.test(code)) throw fault(`"${code}" is not a code of this system.`);
  if (title === '') throw fault(`${code} has no title.`);
  const use = layout.use === null ? 'P' : field(layout.use);
  if (!/^[POZV]$/.test(use)) throw fault(`the use "${use}" of ${code} is unknown.`);
  const assigned = layout.assigned === null ? 'J' : field(layout.assigned);
  if (assigned !== 'J' && assigned !== 'N') throw fault(`${code} is neither assigned (J) nor not (N).`);
  return use === 'V' || assigned === 'N' ? null : { code, title, additional: use !== 'P' };
};

async function* linesOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  const decoded = (bytes?: Buffer): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new CodeFileFault('The file is not in UTF-8, as BfArM publishes it.');
    }
  };
  for await (const bytes of createReadStream(file)) {
    const lines = (rest + decoded(bytes as Buffer)).split('\n');
    rest = lines.pop() ?? '';
    // A file without line breaks is something else, and would fill the memory.
    if (rest.length > longestLine) throw new CodeFileFault('The file has no lines.');
    yield* lines;
  }
  yield rest + decoded();
}

/**
 * Reads `icd10gm…syst_kodes.txt` or `ops…syst_kodes.txt` line by line, and yields the codes that may be chosen: terminal,
 * assigned, and admitted in outpatient care.
 * @throws {CodeFileFault} at the first line that does not follow the format
 */
export async function* readCodeFile(file: string, system: CodeSystem): AsyncGenerator<ReadCode> {
  const layout = layouts[system];
  const seen = new Set<string>();
  let at = 0;
  for await (const raw of linesOf(file)) {
    at += 1;
    const line = raw.replace(/^\uFEFF/, '').replace(/\r$/, '');
    if (line === '') continue;
    const read = readLine(line, at, layout);
    if (!read) continue;
    if (seen.has(read.code)) throw new CodeFileFault(`Line ${at}: ${read.code} is there twice.`);
    seen.add(read.code);
    yield read;
  }
  if (seen.size === 0) throw new CodeFileFault('The file has no code that could be chosen.');
}
