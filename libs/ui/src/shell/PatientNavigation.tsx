import { styled } from 'styled-components';
import { CountBadge } from '../display/Badge';
import { layer } from '../foundation/layers';
import { Link } from '../foundation/link';
import { below, forcedColors, from } from '../foundation/media';
import { notchPadding } from '../foundation/mixins';
import type { NavItem } from './navigation';

const Nav = styled.nav`
  ul {
    display: flex;
  }
  a {
    position: relative;
    color: var(--color-text-muted);
    text-decoration: none;
  }
  a:hover {
    color: var(--color-text);
  }
  a[aria-current] {
    color: var(--color-action);
    font-weight: var(--font-weight-strong);
  }

  ${below.desk} {
    position: fixed;
    inset: auto 0 0;
    z-index: ${layer.bar};
    background: var(--color-surface-raised);
    box-shadow: var(--shadow-raised);
    ${notchPadding}
    padding-block-end: env(safe-area-inset-bottom);

    ul {
      max-inline-size: 40rem;
      margin-inline: auto;
    }
    li {
      flex: 1;
      min-inline-size: 0;
    }
    a {
      display: grid;
      justify-items: center;
      align-content: center;
      gap: 0.1rem;
      min-block-size: 4rem;
      font-size: var(--font-size-caption);
      text-align: center;
      overflow-wrap: anywhere;
    }
    a:focus-visible {
      outline-offset: -3px;
    }
    a[aria-current]::before {
      content: '';
      position: absolute;
      inset-block-start: 0;
      inline-size: 2.5rem;
      block-size: 3px;
      border-radius: 0 0 3px 3px;
      background: currentColor;
    }
    [data-badge] {
      position: absolute;
      inset-block-start: 0.3rem;
      margin-inline-start: 2rem;
      background: var(--color-turn-you);
      color: var(--color-surface);
    }
  }

  ${from.desk} {
    ul {
      gap: var(--space-2);
    }
    a {
      display: flex;
      align-items: center;
      gap: var(--space-2);
      min-block-size: var(--size-target);
      padding-inline: var(--space-3);
      border-radius: var(--radius-control);
      font-size: var(--font-size-small);
    }
    a[aria-current] {
      background: var(--color-action-soft);
      color: var(--color-on-action-soft);
    }
    a > .lucide {
      display: none;
    }
  }

  /* Very large text: nothing stays fixed, the bar wraps. */
  ${below.narrow} {
    ul {
      flex-wrap: wrap;
    }
    @media (max-width: 18rem) {
      position: static;
      order: 1;
      flex: none;
      inline-size: calc(100% + 2 * var(--space-4));
      margin-inline: calc(-1 * var(--space-4));

      /* Text only, at the minimum height for touch, so that the content of a page begins in its upper half. */
      a {
        display: flex;
        justify-content: center;
        min-block-size: 44px;
      }
      a > .lucide {
        display: none;
      }
      [data-badge] {
        position: static;
        margin-inline-start: 0;
      }
      a[aria-current]::before {
        inset-block: auto 0;
        border-radius: 3px 3px 0 0;
      }
      /* Words are never cut: each line has as many entries as fit. */
      li {
        flex: 1 0 auto;
        min-inline-size: auto;
        max-inline-size: 100%;
        padding-inline: var(--space-1);
      }
    }
  }
  ${forcedColors} {
    ${below.desk} {
      border-block-start: 1px solid CanvasText;
    }
    a[aria-current] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;

export interface PatientNavigationProps {
  label: string;
  items: NavItem[];
}

/** The four sections of the patient portal: a bottom bar on phones, links in the header from 1024 px. */
export function PatientNavigation({ label, items }: PatientNavigationProps) {
  return (
    <Nav aria-label={label} data-print="hide">
      <ul>
        {items.map(({ to, label: name, icon, badge, current }) => (
          <li key={to}>
            <Link to={to} aria-current={current ? 'page' : undefined}>
              {icon}
              {name}
              {badge && <CountBadge tone="you" {...badge} />}
            </Link>
          </li>
        ))}
      </ul>
    </Nav>
  );
}
