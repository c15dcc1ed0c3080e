import { styled } from 'styled-components';
import { Link } from '../foundation/link';
import type { PlainNavItem } from './navigation';

const Footer = styled.footer`
  padding: var(--space-4);
  font-size: var(--font-size-caption);

  ul {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0 var(--space-4);
  }
  a {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-inline-size: var(--size-target);
    min-block-size: var(--size-target);
    color: var(--color-text-muted);
  }
`;

export interface PageFooterProps {
  label: string;
  links: PlainNavItem[];
}

/** The last line of a page: contact, help, privacy, imprint. */
export function PageFooter({ label, links }: PageFooterProps) {
  return (
    <Footer data-print="hide">
      <nav aria-label={label}>
        <ul>
          {links.map((link) => (
            <li key={link.to}>
              <Link to={link.to} aria-current={link.current ? 'page' : undefined}>
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Footer>
  );
}
