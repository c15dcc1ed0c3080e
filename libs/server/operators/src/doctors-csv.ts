import { doctorColumns, type DoctorColumn } from '@konsil/contracts/console-codes';
import { newDoctorSchema, type NewDoctor } from '@konsil/contracts/console-doctors';
import { invalidFields } from '@konsil/server-platform/http/problems';

/** Names of the columns in the first line, besides ours. */
const germanNames: Record<DoctorColumn, string> = {
  email: 'e-mail',
  title: 'titel',
  first_name: 'vorname',
  last_name: 'nachname',
  specialty: 'fachgebiet',
  city: 'ort',
  languages: 'sprachen',
  reply_days: 'antworttage',
  locale: 'portalsprache',
};
/** Columns that may be missing or empty, with what is then assumed. */
const usual: Partial<Record<DoctorColumn, string>> = { title: '', languages: 'de', reply_days: '3', locale: 'de' };

/** Rows of cells (RFC 4180); cells in quotes may contain separators, quotes written twice, and line breaks. */
export const cellsOf = (text: string, separator: string): { line: number; cells: string[] }[] => {
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let [line, begun] = [1, 1];
  const endRow = () => {
    cells.push(cell.trim());
    if (cells.some((each) => each !== '')) rows.push({ line: begun, cells });
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell.trim() === '') [isQuoted, cell] = [true, ''];
    else if (sign === separator) {
      cells.push(cell.trim());
      cell = '';
    } else if (sign === '\n') {
      endRow();
      begun = line;
    } else if (sign !== '\r') cell += sign;
  }
  endRow();
  return rows;
};

export interface ReadLine {
  line: number;
  email: string;
  name: string;
  doctor: NewDoctor | null;
  errors: { column: DoctorColumn; code: string }[];
}

const columnOf = (header: string): DoctorColumn | undefined => {
  const name = header.toLowerCase().replace(/\s/g, '_');
  return doctorColumns.find((column) => column === name || germanNames[column] === name.replaceAll('_', '-'));
};

/** Reads a CSV file with a line of column names, separated by semicolons, commas or tabs. */
export const readDoctors = (csv: string): { missing: DoctorColumn[]; lines: ReadLine[] } => {
  const text = csv.replace(/^\uFEFF/, '');
  const [first = ''] = text.split('\n');
  const separator = [';', '\t'].find((sign) => first.includes(sign)) ?? ',';
  const [header, ...rows] = cellsOf(text, separator);
  const columns = (header?.cells ?? []).map(columnOf);
  const missing = doctorColumns.filter((column) => !columns.includes(column) && usual[column] === undefined);
  if (missing.length > 0) return { missing, lines: [] };
  return {
    missing: [],
    lines: rows.map(({ line, cells }) => {
      const given = (column: DoctorColumn) => cells[columns.indexOf(column)] || (usual[column] ?? '');
      const checked = newDoctorSchema.safeParse({
        ...Object.fromEntries(doctorColumns.map((column) => [column, given(column)])),
        languages: given('languages')
          .toLowerCase()
          .split(/[\s,;/]+/)
          .filter(Boolean),
        reply_days: Number(given('reply_days')),
        locale: given('locale').toLowerCase(),
      });
      const errors = checked.success
        ? []
        : (invalidFields(checked.error.issues).details.errors ?? []).map(({ path, code }) => ({
            column: path.split('.')[0] as DoctorColumn,
            code,
          }));
      return {
        line,
        email: checked.data?.email ?? given('email'),
        name: [given('title'), given('first_name'), given('last_name')].filter(Boolean).join(' '),
        doctor: checked.data ?? null,
        errors,
      };
    }),
  };
};
