import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { CountBadge } from '../display/Badge';
import { Link } from '../foundation/link';
import { below, forcedColors } from '../foundation/media';

const Nav = styled.nav`
  border-block-end: var(--border-hairline) solid var(--color-border);

  /* Hidden words inside are placed against the list, so that they scroll with it. */
  ul {
    position: relative;
    display: flex;
    gap: var(--space-1);
    margin-block-end: -1px;
    overflow-x: auto;
    overscroll-behavior-inline: contain;
    scrollbar-width: none;
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
    white-space: nowrap;
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
  /* On phones the tabs run to the edge of the screen, so that one sees there are more. */
  ${below.tablet} {
    [data-portal='patient'] main & {
      margin-inline: calc(-1 * var(--space-4));

      ul {
        padding-inline: var(--space-1);
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

/** The parts of one thing, each with an address of its own. Scrolls sideways alone; the current one is always in view. */
export function TabLinks({ label, items }: TabLinksProps) {
  const list = useRef<HTMLUListElement>(null);
  const current = items.find((item) => item.current)?.to;

  useEffect(() => {
    const scroller = list.current;
    const tab = scroller?.querySelector<HTMLElement>('[aria-current]')?.parentElement;
    if (!scroller || !tab) return;
    const beyondStart = tab.offsetLeft - scroller.scrollLeft;
    const beyondEnd = beyondStart + tab.offsetWidth - scroller.clientWidth;
    if (beyondStart < 0) scroller.scrollLeft += beyondStart;
    else if (beyondEnd > 0) scroller.scrollLeft += beyondEnd;
  }, [current]);

  return (
    <Nav aria-label={label} data-print="hide">
      <ul ref={list}>
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
