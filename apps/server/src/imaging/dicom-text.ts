import { convertBytes } from 'dicom-character-set';

/** VRs whose bytes follow the file's character set; all other text is ASCII. */
const byCharacterSet = new Set(['LO', 'LT', 'PN', 'SH', 'ST', 'UC', 'UT']);
const singleValued = new Set(['LT', 'ST', 'UT', 'UR']);

// Declared nowhere or wrongly: today's files mean UTF-8, older European ones Windows-1252.
function guess(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function decode(bytes: Uint8Array, vr: string, characterSet: string | undefined): string {
  if (!bytes.some((byte) => byte > 0x7e || byte === 0x1b)) return Buffer.from(bytes).toString('latin1');
  if (!byCharacterSet.has(vr) || !characterSet) return guess(bytes);
  try {
    return convertBytes(characterSet, bytes, { vr });
  } catch {
    return guess(bytes);
  }
}

// NUL and blanks fill odd lengths.
function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\0')) end -= 1;
  return text.slice(0, end);
}

/**
 * The values of a text element, without padding.
 * @param characterSet the data set's (0008,0005), as written
 */
export function textValues(bytes: Uint8Array, vr: string, characterSet: string | undefined): string[] {
  const text = withoutPadding(decode(bytes, vr, characterSet));
  if (text === '') return [];
  if (singleValued.has(vr)) return [text];
  return text.split('\\').map((value) => value.trim());
}

/** `YYYYMMDD` (or the old `YYYY.MM.DD`) as `YYYY-MM-DD`; null where it is no day of the calendar. */
export function dayOf(value: string | undefined): string | null {
  const match = /^(\d{4})\.?(\d{2})\.?(\d{2})/.exec(value ?? '');
  if (!match) return null;
  const day = `${match[1]}-${match[2]}-${match[3]}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}

/** `HHMMSS.FFFFFF`, cut short anywhere after the hours, as `HH:MM:SS`. */
export function timeOf(value: string | undefined): string | null {
  const match = /^([01]\d|2[0-3]):?([0-5]\d)?:?([0-5]\d)?/.exec(value ?? '');
  return match ? `${match[1]}:${match[2] ?? '00'}:${match[3] ?? '00'}` : null;
}
