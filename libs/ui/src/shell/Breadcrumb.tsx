import { styled } from 'styled-components';
import { OpenIcon } from '../foundation/icons';
import { Link } from '../foundation/link';

const Trail = styled.ol`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--space-1);
  font-size: var(--font-size-small);

  li {
    display: flex;
    align-items: center;
    gap: var(--space-1);
    min-block-size: var(--size-target);
  }
  .lucide {
    inline-size: 1rem;
    block-size: 1rem;
    color: var(--color-text-muted);
  }
  a {
    text-decoration: none;
  }
  a:hover {
    text-decoration: underline;
  }
`;

export interface BreadcrumbProps {
  label: string;
  /** Ordered from the top; the last one is the page itself. */
  items: { to: string; label: string }[];
}

/** The path to a page more than one level deep; otherwise use BackLink. */
export function Breadcrumb({ label, items }: BreadcrumbProps) {
  return (
    <nav aria-label={label} data-print="hide">
      <Trail>
        {items.map(({ to, label: name }, index) => {
          const here = index === items.length - 1;
          return (
            <li key={to}>
              {index > 0 && <OpenIcon />}
              {here ? <span aria-current="page">{name}</span> : <Link to={to}>{name}</Link>}
            </li>
          );
        })}
      </Trail>
    </nav>
  );
}
