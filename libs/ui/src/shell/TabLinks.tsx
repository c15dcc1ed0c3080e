import { useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { CountBadge } from '../display/Badge';
import { Link } from '../foundation/link';
import { below, forcedColors } from '../foundation/media';

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
  /* A doctor's lists have too many for that: one row that scrolls alone. A shadow at its edge says that there is more. */
  [data-portal='doctor'] & {
    @container (max-width: 30rem) {
      ul {
        padding-block-start: var(--space-2);
      }
    }
    ${below.desk} {
      overflow-x: auto;
      scrollbar-width: none;
      background:
        linear-gradient(to right, var(--tabs-ground, var(--color-ground)) 40%, transparent) 0 / 3rem 100% local,
        linear-gradient(to left, var(--tabs-ground, var(--color-ground)) 40%, transparent) 100% / 3rem 100% local,
        linear-gradient(to right, var(--color-border), transparent) 0 / 1rem 100%,
        linear-gradient(to left, var(--color-border), transparent) 100% / 1rem 100%;
      background-repeat: no-repeat;

      ul {
        flex-wrap: nowrap;
        gap: 0;
        inline-size: max-content;
        min-inline-size: 100%;
        padding: 0;
      }
      li {
        flex: 1 0 auto;
      }
      a {
        background: none;
        border: 0;
        border-block-end: 3px solid transparent;
        border-radius: 0;
        white-space: nowrap;
      }
      a[aria-current] {
        border-color: var(--color-action);
        color: var(--color-text);
      }
      ${forcedColors} {
        a:not([aria-current]) {
          border-color: Canvas;
        }
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

/** The parts of one thing, each with an address of its own; in narrow places in several rows, all in sight, on a doctor's phone in one that scrolls. */
export function TabLinks({ label, items }: TabLinksProps) {
  const nav = useRef<HTMLElement>(null);
  const shown = items.findIndex(({ current }) => current);
  useLayoutEffect(() => {
    const part = nav.current?.querySelectorAll('li')[shown];
    if (nav.current && part) nav.current.scrollLeft = part.offsetLeft - (nav.current.clientWidth - part.offsetWidth) / 2;
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
