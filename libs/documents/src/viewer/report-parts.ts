// @bundle route
import { below, token } from '@konsil/ui';
import styled from 'styled-components';

/** A written report, styled like paper. */
export const ReportPage = styled.article`
  container-type: inline-size;
  max-inline-size: ${token.width.column};
  margin-inline: auto;
  padding: ${token.space[5]};
  background: ${token.color.surface};
  border-radius: ${token.radius.control};
  overflow-wrap: anywhere;
`;
export const ReportText = styled.div`
  display: grid;
  gap: ${token.space[2]};

  h4,
  h5,
  h6 {
    margin: ${token.space[2]} 0 0;
    font-size: inherit;
  }
  p {
    white-space: pre-line;
  }
`;
/** Rows of values; in a narrow pane each is a block of its own. */
export const MeasurementTable = styled.table`
  inline-size: 100%;
  border-collapse: collapse;
  font-size: ${token.fontSize.small};
  /* A long word breaks in its cell, but no short one for it. */
  overflow-wrap: break-word;

  th,
  td {
    padding: ${token.space[1]} ${token.space[2]};
    border-block-end: ${token.border.hairline} solid ${token.color.border};
    text-align: start;
    vertical-align: top;
  }
  thead th {
    color: ${token.color.textMuted};
    font-weight: ${token.fontWeight.text};
  }
  tbody th {
    font-weight: ${token.fontWeight.strong};
  }
  [data-number] {
    text-align: end;
    white-space: nowrap;
  }
  td[data-name]::before {
    display: none;
  }

  ${below.table} {
    &,
    tbody,
    tr,
    th,
    td {
      display: block;
    }
    thead {
      display: none;
    }
    tr {
      padding-block: ${token.space[2]};
      border-block-end: ${token.border.hairline} solid ${token.color.border};
    }
    th,
    td {
      padding: 0;
      border: 0;
    }
    [data-number] {
      text-align: start;
    }
    td:empty {
      display: none;
    }
    td[data-name]::before {
      content: attr(data-name) ': ';
      display: inline;
      color: ${token.color.textMuted};
    }
  }
`;
export const ImageLinks = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  gap: ${token.space[1]} ${token.space[2]};
`;
