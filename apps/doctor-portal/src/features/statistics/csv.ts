/** A file for spreadsheets: the byte order mark makes them read UTF-8, and German ones expect semicolons. */
export const csvOf = (rows: readonly (readonly (string | number | null)[])[], separator: ';' | ','): Blob => {
  const cell = (value: string | number | null) => {
    const text = value === null ? '' : String(value);
    return /[";,\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => row.map(cell).join(separator));
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
};
