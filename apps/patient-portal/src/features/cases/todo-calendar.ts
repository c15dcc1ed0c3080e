import type { Todo } from '@konsil/contracts/todos';

const plain = (day: string) => day.replaceAll('-', '');
const dayAfter = (day: string) => new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/**
 * A ToDo as an all-day iCalendar entry on its due date, for the patient's own calendar. It says nothing about health,
 * because calendars are shared and shown on locked screens.
 * @param summary plain words of at most 60 characters, without commas, semicolons and backslashes
 */
export const todoCalendar = ({ id, deadline }: Pick<Todo, 'id' | 'deadline'>, summary: string, now: Date): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Konsil//Konsil//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@konsil`,
    `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${plain(deadline)}`,
    `DTEND;VALUE=DATE:${plain(dayAfter(deadline))}`,
    `SUMMARY:${summary}`,
    'TRANSP:TRANSPARENT',
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${line}\r\n`)
    .join('');
