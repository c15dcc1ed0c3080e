/** `YYYYMMDD` (or the old `YYYY.MM.DD`) as `YYYY-MM-DD`; null if invalid. */
export function dayOf(value: string | undefined): string | null {
  const match = /^(\d{4})\.?(\d{2})\.?(\d{2})/.exec(value ?? '');
  if (!match) return null;
  const day = `${match[1]}-${match[2]}-${match[3]}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}

/** `HHMMSS.FFFFFF`, possibly truncated after the hours, as `HH:MM:SS`. */
export function timeOf(value: string | undefined): string | null {
  const match = /^([01]\d|2[0-3]):?([0-5]\d)?:?([0-5]\d)?/.exec(value ?? '');
  return match ? `${match[1]}:${match[2] ?? '00'}:${match[3] ?? '00'}` : null;
}
