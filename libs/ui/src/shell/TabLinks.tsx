import { useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { CountBadge } from '../display/Badge';
import { BackIcon, NextIcon } from '../foundation/icons';
import { Link } from '../foundation/link';
import { forcedColors } from '../foundation/media';

const Nav = styled.nav`
  container-type: inline-size;
  /* Closer to the content that it heads, like a title. */
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
  /* Tabs that do not fit into one row form rows of equal cells, so that all of them stay visible. */
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
  /*
   * Doctors have too many lists for rows of cells: one row scrolls by itself, and an arrow over its edge shows that
   * there is more.
   */
  [data-portal='doctor'] & {
    position: relative;

    ul {
      flex-wrap: nowrap;
      overflow-x: auto;
      overscroll-behavior-x: contain;
      scrollbar-width: none;
      margin-block-end: 0;
    }
    li {
      flex: none;
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
const fades = { before: 'left', after: 'right' };
/** For mouse and touch: keyboards and screen readers reach each link directly. */
const More = styled.span<{ $side: Side }>`
  position: absolute;
  inset-block: 0;
  ${({ $side }) => fades[$side]}: 0;
  display: flex;
  align-items: center;
  justify-content: ${({ $side }) => ($side === 'after' ? 'end' : 'start')};
  inline-size: calc(var(--size-target) + var(--space-4));
  padding-inline: var(--space-1);
  color: var(--color-action);
  background: linear-gradient(to ${({ $side }) => fades[$side]}, transparent, var(--tabs-ground, var(--color-ground)) 50%);
  cursor: pointer;
`;
const PlainCount = styled.span`
  font-size: var(--font-size-caption);
  font-weight: var(--font-weight-text);
  color: var(--color-text-muted);
`;

type Side = 'before' | 'after';
/** Rows may have fractional widths. */
const hidden = ({ scrollLeft, scrollWidth, clientWidth }: Element) => ({
  before: scrollLeft > 1,
  after: scrollLeft + clientWidth < scrollWidth - 1,
});
const center = (part: HTMLElement, row: Element) =>
  (row.scrollLeft = part.offsetLeft - (row.clientWidth - part.offsetWidth) / 2);

export interface TabLinkItem {
  to: string;
  label: string;
  /** Hidden when zero. */
  count?: number;
  /** `you` where something new needs the reader. */
  countTone?: 'you' | 'plain';
  /** Spoken after the count: "neu". */
  countLabel?: string;
  current?: boolean;
}

export interface TabLinksProps {
  label: string;
  items: TabLinkItem[];
}

/**
 * The pages of one item, each with its own URL. In narrow places they wrap; for doctors they scroll in one row, with
 * the current one in view and an arrow where there is more.
 */
export function TabLinks({ label, items }: TabLinksProps) {
  const list = useRef<HTMLUListElement>(null);
  const [more, setMore] = useState({ before: false, after: false });
  const shown = items.findIndex(({ current }) => current);
  const look = () => {
    const now = list.current && hidden(list.current);
    if (now) setMore((before) => (before.before === now.before && before.after === now.after ? before : now));
  };
  useLayoutEffect(() => {
    const row = list.current;
    const part = row?.children[shown] as HTMLElement | undefined;
    if (!row) return undefined;
    const sized = new ResizeObserver(() => {
      if (part) center(part, row);
      look();
    });
    sized.observe(row);
    return () => sized.disconnect();
  }, [shown]);
  // Scrolls a link focused by keyboard out from under the arrow; touch does not scroll.
  const reach = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!target.matches(':focus-visible') || !target.parentElement) return;
    center(target.parentElement, currentTarget);
    // Hides an unneeded arrow before the scroll event fires.
    look();
  };
  const arrow = (side: Side, way: 1 | -1, icon: ReactNode) =>
    more[side] && (
      <More
        $side={side}
        aria-hidden="true"
        onClick={() => list.current?.scrollBy({ left: way * list.current.clientWidth * 0.7 })}
      >
        {icon}
      </More>
    );
  return (
    <Nav aria-label={label} data-print="hide">
      <ul ref={list} onScroll={look} onFocus={reach}>
        {items.map(({ to, label: name, count, countTone = 'plain', countLabel, current: isCurrent }) => (
          <li key={to}>
            <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
              {name}
              {count !== undefined &&
                count > 0 &&
                (countTone === 'you' ? (
                  <CountBadge count={count} label={countLabel} />
                ) : (
                  <PlainCount>{count}</PlainCount>
                ))}
            </Link>
          </li>
        ))}
      </ul>
      {arrow('before', -1, <BackIcon />)}
      {arrow('after', 1, <NextIcon />)}
    </Nav>
  );
}
