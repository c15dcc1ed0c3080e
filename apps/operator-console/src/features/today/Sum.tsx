import { styled } from 'styled-components';
import { Card, Stack, Text } from '@konsil/ui';

const Figures = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2) var(--space-6);
  margin: 0;

  > div {
    display: flex;
    flex-direction: column-reverse;
  }
  dd {
    margin: 0;
    font-size: var(--font-size-heading-1);
    font-weight: var(--font-weight-strong);
    font-variant-numeric: tabular-nums;
  }
  dd[data-late] {
    color: var(--color-danger);
  }
  dt {
    color: var(--color-text-muted);
  }
`;

export interface SumProps {
  title: string;
  figures: { label: string; value: string; late?: boolean }[];
  foot: string;
}

/** A few numbers with their names. */
export const Sum = ({ title, figures, foot }: SumProps) => (
  <Card>
    <Stack gap={3}>
      <h2>{title}</h2>
      <Figures>
        {figures.map(({ label, value, late }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-late={late || undefined}>{value}</dd>
          </div>
        ))}
      </Figures>
      <Text as="p" tone="muted" size="small">
        {foot}
      </Text>
    </Stack>
  </Card>
);
