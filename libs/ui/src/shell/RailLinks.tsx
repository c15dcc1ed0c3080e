import { useState } from 'react';
import { css, styled } from 'styled-components';
import { CountBadge } from '../display/Badge';
import { later } from '../foundation/later';
import { Link } from '../foundation/link';
import { forcedColors, from } from '../foundation/media';
import { visuallyHidden } from '../foundation/mixins';
import type { NavItem } from './navigation';

const TooltipBeside = later(() => import('../overlays/Tooltip').then((module) => module.TooltipBeside));

const compactLink = css`
  ${from.desk} {
    justify-content: center;
    inline-size: max(2.25rem, var(--size-target));
    min-block-size: max(2.25rem, var(--size-target));
    padding: 0;

    > span:first-of-type {
      ${visuallyHidden}
    }
    [data-badge] {
      position: absolute;
      inset-block-start: -0.2rem;
      inset-inline-end: -0.3rem;
      min-inline-size: 1.125rem;
      padding-inline: 0.25rem;
      background: var(--color-text-muted);
      color: var(--color-surface);
      font-size: 0.75rem;
      font-weight: var(--font-weight-strong);
      line-height: 1.4;
    }
  }
`;
const RailLink = styled(Link)<{ $compact: boolean; $low: boolean }>`
  position: relative;
  display: flex;
  align-items: center;
  gap: var(--space-3);
  min-block-size: max(${({ $low }) => ($low ? '1.875rem' : '2.125rem')}, var(--size-target));
  padding-inline: var(--space-2);
  border-radius: var(--radius-control);
  color: var(--color-text);
  font-size: ${({ $low }) => ($low ? 'var(--font-size-small)' : 'inherit')};
  text-decoration: none;

  &:hover {
    background: var(--color-surface);
  }
  .lucide {
    color: var(--color-text-muted);
  }
  &[aria-current] {
    background: var(--color-surface);
    font-weight: var(--font-weight-strong);
    box-shadow: 0 0 0 1px var(--color-border);
  }
  &[aria-current] .lucide {
    color: var(--color-action);
  }
  [data-badge] {
    margin-inline-start: auto;
    background: none;
    color: var(--color-text-muted);
    font-size: var(--font-size-small);
    font-weight: var(--font-weight-text);
  }
  ${({ $compact }) => $compact && compactLink}
  ${forcedColors} {
    [data-badge] {
      background: Canvas;
    }
    &[aria-current] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
const List = styled.ul<{ $compact: boolean }>`
  ${from.desk} {
    ${({ $compact }) => $compact && 'display: grid; justify-items: center; gap: 0.125rem;'}
  }
`;

export interface RailLinksProps {
  label: string;
  items: NavItem[];
  compact: boolean;
  /** The smaller links at the bottom of the rail. */
  low?: boolean;
  onFollow: () => void;
}

/** Links of the doctor's navigation rail; icons with tooltips when it is compact. */
export function RailLinks({ label, items, compact, low = false, onFollow }: RailLinksProps) {
  const [named, setNamed] = useState<{ to: string; anchor: Element } | null>(null);
  const hide = () => setNamed(null);
  return (
    <nav aria-label={label}>
      <List $compact={compact}>
        {items.map(({ to, label: name, icon, badge, current }) => {
          const show = ({ currentTarget }: { currentTarget: Element }) => setNamed({ to, anchor: currentTarget });
          return (
            <li
              key={to}
              onPointerEnter={(event) => event.pointerType === 'mouse' && show(event)}
              onPointerLeave={hide}
              onFocus={(event) => event.target.matches(':focus-visible') && show(event)}
              onBlur={hide}
            >
              <RailLink
                to={to}
                aria-current={current ? 'page' : undefined}
                onClick={onFollow}
                $compact={compact}
                $low={low}
              >
                {icon}
                <span>{name}</span>
                {badge && <CountBadge {...badge} tone="plain" />}
              </RailLink>
              {compact && named?.to === to && <TooltipBeside text={name} anchor={named.anchor} onClose={hide} />}
            </li>
          );
        })}
      </List>
    </nav>
  );
}
