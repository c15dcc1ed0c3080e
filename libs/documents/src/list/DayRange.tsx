// @bundle route
import { Row } from '@konsil/ui';
import { DayFilter } from './DayFilter';

const ends = ['from', 'to'] as const;
type End = (typeof ends)[number];

interface DayRangeProps {
  labelOf: (end: End) => string;
  /** `YYYY-MM-DD`, or empty. */
  values: Partial<Record<End, string>>;
  /** Gets only valid values. */
  onChange: (end: End, value: string) => void;
  /** Another number empties the fields, also of text that is no date. */
  resets: number;
}

/** The first and the last day of a filter. */
export function DayRange({ labelOf, values, onChange, resets }: DayRangeProps) {
  return (
    <Row wrap={false} align="end">
      {ends.map((end) => (
        <DayFilter
          key={`${end} ${resets}`}
          label={labelOf(end)}
          value={values[end] ?? ''}
          onChange={(value) => onChange(end, value)}
        />
      ))}
    </Row>
  );
}
