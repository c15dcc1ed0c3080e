import { css, styled } from 'styled-components';
import { layer } from '../foundation/layers';
import { below, forcedColors, from, laptop } from '../foundation/media';
import { oneLine } from '../foundation/mixins';

export const Scroller = styled.div`
  position: relative;
  overflow: auto;
  max-block-size: 100%;
  background: var(--color-surface);
  border: var(--border-hairline) solid var(--color-border);
  border-radius: var(--radius-card);

  [data-portal='patient'] & {
    border: 0;
    box-shadow: var(--shadow-card);
  }
  ${forcedColors} {
    border: 1px solid CanvasText;
  }
  @media print {
    overflow: visible;
  }
`;

const asTable = css`
  ${from.desk} {
    th {
      position: sticky;
      inset-block-start: 0;
      z-index: ${layer.sticky};
      block-size: 2.125rem;
      background: var(--color-surface);
      border-block-end: var(--border-hairline) solid var(--color-border);
    }
    th,
    td {
      padding: 0 var(--space-2);
    }
    td {
      padding-block: var(--space-1);
    }
    td {
      block-size: max(2.625rem, calc(var(--space-row) * 2 + 1.5em));
      border-block-end: var(--border-hairline) solid var(--color-border);
    }
    th:first-child,
    td:first-child {
      padding-inline-start: var(--space-3);
    }
    [data-align='end'] {
      text-align: end;
    }
    /* Takes the remaining width, even if its text needs more. */
    [data-truncate] {
      inline-size: 100%;
      min-inline-size: 5rem;
      max-inline-size: 0;
      ${oneLine}
    }
    /* Beside the column that takes the rest, a state keeps room for its words. */
    td[data-width='state'] {
      min-inline-size: 16rem;
    }
    [data-link],
    [data-align='end'] {
      white-space: nowrap;
    }
    /* One long name leaves the other columns in sight. */
    td[data-link] {
      max-inline-size: 16rem;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    [data-before] {
      display: none;
    }
    tr:is([data-selected], [data-marked]) td:first-child {
      box-shadow: inset 3px 0 0 var(--color-action);
    }
    tbody:last-child tr:last-child td {
      border-block-end: 0;
    }
  }
  ${laptop} {
    td[data-link][data-width='name'] {
      max-inline-size: 11rem;
    }
    td[data-width='state'] {
      min-inline-size: var(--width-code);
      line-height: 1.3;
    }
    td[data-truncate] {
      white-space: normal;
    }
    [data-truncate] > span {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 3;
      overflow: hidden;
      line-height: 1.3;
      hyphens: auto;
    }
  }
`;

const asCards = css`
  ${below.desk} {
    &,
    thead,
    tbody,
    td {
      display: block;
    }
    thead tr {
      display: flex;
      flex-wrap: wrap;
      gap: 0 var(--space-4);
      padding: var(--space-1) var(--space-inset);
      border-block-end: var(--border-hairline) solid var(--color-border);
    }
    th:not(:has(button)),
    thead tr:not(:has(button)) {
      display: none;
    }
    tbody tr {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: var(--space-1) var(--space-4);
      padding: var(--space-3) var(--space-inset);
      border-block-end: var(--border-hairline) solid var(--color-border);
    }
    tbody:last-child tr:last-child {
      border-block-end: 0;
    }
    td {
      padding: 0;
      overflow-wrap: anywhere;
    }
    [data-link],
    [data-truncate] {
      flex-basis: 100%;
    }
    [data-link],
    [data-card='beside'] {
      order: -2;
    }
    /* A long name breaks: what stands beside it stays at the end of its first line. */
    [data-link]:has(~ [data-card='beside']) {
      flex: 1 1 7rem;
    }
    [data-link],
    [data-card='beside'] {
      align-self: first baseline;
    }
    [data-truncate] {
      order: -1;
    }
    /* A box to mark the row comes first, the menu of the row ends its last line. */
    td[data-width='box'] {
      order: -3;
    }
    td[data-width='box'][data-align='end'] {
      order: 1;
      margin-inline-start: auto;
      /* The press target overlaps the lines above and below. */
      margin-block: -0.625rem;
    }
    td:empty,
    [data-card='hidden'] {
      display: none;
    }
    [data-before] {
      color: var(--color-text-muted);
    }
  }
`;

export const TableBox = styled.table<{ $fixed: boolean }>`
  inline-size: 100%;
  border-collapse: collapse;
  table-layout: ${({ $fixed }) => ($fixed ? 'fixed' : 'auto')};

  th {
    color: var(--color-text-muted);
    font-size: var(--font-size-small);
    font-weight: var(--font-weight-text);
    text-align: start;
    white-space: nowrap;
  }
  th button {
    display: inline-flex;
    align-items: center;
    gap: 0.25rem;
    min-block-size: max(1.5rem, var(--size-target));
    padding: 0;
    border: 0;
    background: none;
    white-space: nowrap;
  }
  th[aria-sort] button {
    color: var(--color-text);
    font-weight: var(--font-weight-strong);
  }
  th .lucide {
    inline-size: 0.9rem;
    block-size: 0.9rem;
  }
  /* Keeps the controls inside rows below the header and bars over the table. */
  tbody {
    isolation: isolate;
  }
  tbody tr {
    position: relative;
  }
  tbody tr:hover {
    background: var(--color-surface-sunken);
  }
  tbody tr[data-selected],
  tbody tr[data-marked] {
    background: var(--color-action-soft);
  }
  [data-link] > a {
    color: inherit;
    text-decoration: none;
  }
  [data-link] > a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  [data-link] > a:focus-visible {
    outline: none;
  }
  tr:has([data-link] > a:focus-visible) {
    outline: var(--focus-width) solid var(--color-focus);
    outline-offset: -3px;
  }
  /* Controls inside a row lie above the row's link. */
  td:not([data-link]) :is(a, button, select, input, label) {
    position: relative;
    z-index: 1;
  }
  ${asTable}
  ${asCards}
  ${forcedColors} {
    tr:is([data-selected], [data-marked]) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
