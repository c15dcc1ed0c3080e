const levels = ['error', 'warn', 'debug'] as const;
export type BeaconLevel = (typeof levels)[number];

const longest = 300;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Removes possible personal data: addresses, numbers, tokens, links. */
const withoutPeople = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
    .split(' ')
    .map((word) => (/[\d@]|:\/\/|.{25,}/.test(word) ? '…' : word))
    .join(' ')
    .slice(0, longest);

/** The loggable part of a client's beacon: level, code and message, bounded and without personal data. */
export const beaconOf = (form: Record<string, unknown>): { level: BeaconLevel; code: string; message: string } => ({
  level: levels.find((level) => level === form.level) ?? 'error',
  code: /^[A-Z_]{1,60}$/.test(textOf(form.code)) ? textOf(form.code) : 'UNKNOWN',
  message: withoutPeople(textOf(form.message).slice(0, 4 * longest)),
});
