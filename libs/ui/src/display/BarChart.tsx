// @bundle route
import { styled } from 'styled-components';
import { below } from '../foundation/media';

const Figure = styled.figure`
  display: grid;
  gap: var(--space-2);
  margin: 0;
`;
const Legend = styled.figcaption`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-1) var(--space-4);
  font-size: var(--font-size-small);

  span {
    display: inline-flex;
    align-items: center;
    gap: var(--space-2);
  }
`;
const Key = styled.i`
  inline-size: 0.875em;
  block-size: 0.875em;
`;
const look = `
  border: 1px solid var(--color-action);
  border-radius: 2px 2px 0 0;
  background: var(--color-action);
  print-color-adjust: exact;

  &[data-series='1'] {
    background: var(--color-action-soft);
  }
`;
const Mark = styled(Key)`
  ${look}
  border-radius: 2px;
`;
const Plot = styled.div`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  gap: var(--space-2);
  padding-block-start: 1.5em;
  font-size: var(--font-size-caption);

  ${below.desk} {
    gap: 3px;
    font-size: 0.75rem;
  }
`;
const Group = styled.div`
  display: grid;
  grid-template-rows: 9rem auto;
  gap: var(--space-1);
  min-inline-size: 0;
  text-align: center;

  > div {
    display: flex;
    align-items: end;
    justify-content: center;
    gap: 2px;
    border-block-end: 1px solid var(--color-border-control);
  }
  > small {
    overflow: hidden;
    color: var(--color-text-muted);
    font-size: inherit;
    white-space: nowrap;
  }
  /* Every third label fits on a phone. */
  ${below.desk} {
    > small {
      overflow: visible;
    }
    &:not(:nth-child(3n + 1)) > small {
      visibility: hidden;
    }
  }
`;
const Bar = styled.b`
  ${look}
  position: relative;
  flex: 1;
  max-inline-size: 1.75rem;

  span {
    position: absolute;
    inset-block-end: 100%;
    inset-inline: -0.5rem;
    font-weight: var(--font-weight-text);
    font-variant-numeric: tabular-nums;
  }
  &[data-zero] {
    border-block: 0;
  }
  /* Many noughts side by side cannot be told apart. */
  ${below.desk} {
    &[data-zero] > span {
      visibility: hidden;
    }
  }
`;

export interface BarChartProps {
  /** Spoken instead of the bars, because a table with the figures follows. */
  label: string;
  /** The names of one or two series. */
  series: readonly string[];
  /** One group of bars each; null draws no bar. */
  groups: readonly { key: string; label: string; values: readonly (number | null)[] }[];
}

/** Bars of small whole numbers, each with its figure. Decorative, because a table beside it has the same data. */
export function BarChart({ label, series, groups }: BarChartProps) {
  const most = Math.max(1, ...groups.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <Figure>
      <Legend aria-hidden>
        {series.map((name, place) => (
          <span key={name}>
            <Mark data-series={place} />
            {name}
          </span>
        ))}
      </Legend>
      <Plot role="img" aria-label={label}>
        {groups.map(({ key, label: name, values }) => (
          <Group key={key}>
            <div>
              {values.map((value, place) =>
                value === null ? null : (
                  <Bar
                    key={series[place]}
                    data-series={place}
                    data-zero={value === 0 || undefined}
                    style={{ blockSize: `${(value / most) * 100}%` }}
                  >
                    <span>{value}</span>
                  </Bar>
                ),
              )}
            </div>
            <small>{name}</small>
          </Group>
        ))}
      </Plot>
    </Figure>
  );
}
