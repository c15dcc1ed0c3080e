import { below, from, token } from '@konsil/ui';
import styled from 'styled-components';

/** The numbers of today, side by side. */
export const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${token.space[4]};
  margin: 0;

  ${from.desk} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  > div {
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
  }
  dt {
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
  }
  dd {
    margin: 0;
    font-size: ${token.fontSize.heading1};
    font-weight: ${token.fontWeight.title};
    font-variant-numeric: tabular-nums;
  }
`;

/** A table of numbers; columns marked `data-wide` are left out on a phone. */
export const NumberTable = styled.table`
  inline-size: 100%;
  border-collapse: collapse;
  font-size: ${token.fontSize.small};
  font-variant-numeric: tabular-nums;

  th,
  td {
    padding: ${token.space[2]} ${token.space[1]};
    border-block-end: ${token.border.hairline} solid ${token.color.border};
    text-align: end;
    vertical-align: bottom;
  }
  ${below.desk} {
    [data-wide] {
      display: none;
    }
  }
  th:first-child,
  td:first-child {
    text-align: start;
  }
  thead th {
    color: ${token.color.textMuted};
    font-weight: ${token.fontWeight.strong};
  }
  tbody th,
  tfoot th {
    font-weight: ${token.fontWeight.text};
  }
  tfoot th,
  tfoot td {
    font-weight: ${token.fontWeight.strong};
  }
`;
