import type { Column } from '../src';
import { PriorityMark, Text } from '../src';
import type { PriorityLevel } from '../src';
import { useSay } from './say';

export interface QueueRow {
  id: string;
  priority: PriorityLevel;
  waiting: number;
  name: string;
  born: string;
  title: string;
  fresh: number;
  due: string;
  late: boolean;
}

const people = [
  'Novak, Petra',
  'Adler, Miriam',
  'Özkan, Deniz',
  'Brandauer, Luis',
  'Wieczorek, Hanna',
  'Mbeki-Sommer, Joana',
];
const priorities: PriorityLevel[] = ['high', 'normal', 'low', 'undefined'];

/** Generates rows of a doctor's queue. */
export function makeQueue(count: number): QueueRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    priority: priorities[Math.floor((index * 4) / count)] ?? 'undefined',
    waiting: (index * 7) % 30,
    name: people[index % people.length] ?? '',
    born: `1979-${String((index % 12) + 1).padStart(2, '0')}-14`,
    title:
      ['Knoten in der Schilddrüse', 'Hyperkalzämie, Verdacht auf Adenom des rechten oberen Epithelkörperchens'][
        index % 2
      ] ?? '',
    fresh: index % 5,
    due: `2026-11-${String((index % 28) + 1).padStart(2, '0')}`,
    late: index === 0,
  }));
}

/** The columns of the queue in the chosen language. */
export function useQueueColumns(): Column<QueueRow>[] {
  const say = useSay();
  const words: Record<PriorityLevel, string> = {
    high: say('hoch', 'high'),
    normal: 'normal',
    low: say('niedrig', 'low'),
    undefined: say('nicht festgelegt', 'not set'),
  };
  const days = new Intl.DateTimeFormat(say('de', 'en-GB'), { dateStyle: 'medium' });
  const day = (iso: string) => days.format(new Date(iso));
  return [
    {
      key: 'priority',
      header: say('Priorität', 'Priority'),
      sortable: 'descending',
      width: 'word',
      cell: (row) => <PriorityMark level={row.priority} label={words[row.priority]} />,
    },
    {
      key: 'waiting',
      header: say('Wartezeit', 'Waiting'),
      sortable: 'descending',
      align: 'end',
      width: 'word',
      card: { before: say('wartet', 'waiting') },
      cell: (row) => say(`${row.waiting} Tage`, `${row.waiting} days`),
    },
    {
      key: 'name',
      header: say('Patient', 'Patient'),
      sortable: 'ascending',
      width: 'name',
      cell: (row) => (
        <>
          <strong>{row.name}</strong>{' '}
          <Text size="small" tone="muted">
            {day(row.born)}
          </Text>
        </>
      ),
    },
    { key: 'title', header: say('Fall', 'Case'), truncate: true, cell: (row) => row.title },
    {
      key: 'fresh',
      header: say('Neu', 'New'),
      headerSpoken: say('Neue Unterlagen', 'New documents'),
      align: 'end',
      width: 'tally',
      card: { before: say('neue Unterlagen:', 'new documents:') },
      cell: (row) => row.fresh,
    },
    {
      key: 'due',
      header: say('Antwort fällig', 'Answer due'),
      width: 'date',
      card: { before: ({ late }) => (late ? undefined : say('Fällig', 'Due')), beside: true },
      cell: (row) =>
        row.late ? (
          <Text tone="danger" strong>
            {say('1 Tag überfällig', '1 day overdue')}
          </Text>
        ) : (
          day(row.due)
        ),
    },
  ];
}
