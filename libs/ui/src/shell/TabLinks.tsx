import { useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { CountBadge } from '../display/Badge';
import { Link } from '../foundation/link';
import { forcedColors } from '../foundation/media';

const Nav = styled.nav`
  container-type: inline-size;
  /* As a title, it stands nearer to what it is for. */
  margin-block-end: min(0px, calc(var(--space-5) - var(--space-stack)));
  border-block-end: var(--border-hairline) solid var(--color-border);

  /* Hidden words inside are placed against the list. */
  ul {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-1);
    margin-block-end: -1px;
  }
  a {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    min-block-size: max(var(--size-target), 2.25rem);
    padding-inline: var(--space-3);
    color: var(--color-text-muted);
    font-size: var(--font-size-small);
    text-decoration: none;
    border-block-end: 3px solid transparent;
  }
  a:hover {
    color: var(--color-text);
  }
  a[aria-current] {
    color: var(--color-text);
    font-weight: var(--font-weight-strong);
    border-color: var(--color-action);
  }
  a:focus-visible {
    outline-offset: -3px;
  }
  /* Where one row is too short for all of them, rows of equal cells: nothing is out of sight. */
  @container (max-width: 30rem) {
    [data-portal='patient'] & {
      ul {
        padding-block-end: var(--space-2);
        margin-block-end: 0;
      }
      li {
        flex: 1 0 28%;
      }
      a {
        justify-content: center;
        padding-inline: var(--space-2);
        background: var(--color-surface);
        border: var(--border-hairline) solid var(--color-border);
        border-radius: var(--radius-control);
      }
      a[aria-current] {
        background: var(--color-action-soft);
        color: var(--color-on-action-soft);
      }
    }
  }
  /* A doctor's lists have too many for that: one row that scrolls alone. A shadow at its edge says that there is more. */
  [data-portal='doctor'] & {
    overflow-x: auto;
    scrollbar-width: none;
    background:
      linear-gradient(to right, var(--tabs-ground, var(--color-ground)) 40%, transparent) 0 / 3rem 100% local,
      linear-gradient(to left, var(--tabs-ground, var(--color-ground)) 40%, transparent) 100% / 3rem 100% local,
      radial-gradient(0.5rem 70% at 0, var(--color-border-control), transparent) 0 / 0.5rem 100%,
      radial-gradient(0.5rem 70% at 100%, var(--color-border-control), transparent) 100% / 0.5rem 100%;
    background-repeat: no-repeat;

    ul {
      flex-wrap: nowrap;
      inline-size: max-content;
      min-inline-size: 100%;
      margin-block-end: 0;
    }
    a {
      white-space: nowrap;
    }
    @container (max-width: 30rem) {
      li {
        flex: 1 0 auto;
      }
      a {
        justify-content: center;
      }
    }
  }
  ${forcedColors} {
    a {
      border-color: Canvas;
    }
    a[aria-current] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
const PlainCount = styled.span`
  font-size: var(--font-size-caption);
  font-weight: var(--font-weight-text);
  color: var(--color-text-muted);
`;

export interface TabLinkItem {
  to: string;
  label: string;
  /** Shown unless it is zero. */
  count?: number;
  /** `you` where something new waits for the reader. */
  countTone?: 'you' | 'plain';
  /** Spoken after the count: "neu". */
  countLabel?: string;
  current?: boolean;
}

export interface TabLinksProps {
  label: string;
  items: TabLinkItem[];
}

/** The parts of one thing, each with an address of its own; in narrow places in several rows, all in sight, for doctors in one that scrolls with the current one in sight. */
export function TabLinks({ label, items }: TabLinksProps) {
  const nav = useRef<HTMLElement>(null);
  const shown = items.findIndex(({ current }) => current);
  useLayoutEffect(() => {
    const row = nav.current;
    const part = row?.querySelectorAll('li')[shown];
    if (!row || !part) return undefined;
    const sized = new ResizeObserver(() => {
      row.scrollLeft = part.offsetLeft - (row.clientWidth - part.offsetWidth) / 2;
    });
    sized.observe(row);
    return () => sized.disconnect();
  }, [shown]);
  return (
    <Nav ref={nav} aria-label={label} data-print="hide">
      <ul>
        {items.map(({ to, label: name, count, countTone = 'plain', countLabel, current: isCurrent }) => (
          <li key={to}>
            <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
              {name}
              {count !== undefined && count > 0 &&
                (countTone === 'you' ? (
                  <CountBadge count={count} label={countLabel} />
                ) : (
                  <PlainCount>{count}</PlainCount>
                ))}
            </Link>
          </li>
        ))}
      </ul>
    </Nav>
  );
}
