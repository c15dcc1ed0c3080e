import { todoCalendar } from './todo-calendar.ts';

const entry = (deadline: string) =>
  todoCalendar({ id: 'abc', deadline }, 'Aufgabe aus Konsil', new Date('2026-11-27T09:30:15.250Z'));

test('a to-do is an all-day entry on its due date', () => {
  expect(entry('2026-12-04').split('\r\n')).toEqual(
    expect.arrayContaining([
      'UID:abc@konsil',
      'DTSTAMP:20261127T093015Z',
      'DTSTART;VALUE=DATE:20261204',
      'DTEND;VALUE=DATE:20261205',
      'SUMMARY:Aufgabe aus Konsil',
    ]),
  );
});

test('an entry for 31 December ends on 1 January of the next year', () => {
  expect(entry('2026-12-31')).toContain('DTEND;VALUE=DATE:20270101\r\n');
});
