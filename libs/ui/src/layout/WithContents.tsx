// @bundle route
import { useRef } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { below, from } from '../foundation/media';
import { goToSection, useSectionOfUrl } from './go-to-section';

const Box = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-stack);

  > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: max(var(--space-stack), var(--space-5));
    max-inline-size: var(--width-column);
  }
  ${from.wide} {
    grid-template-columns: minmax(0, var(--width-column)) var(--width-tile);
    gap: var(--space-7);

    > nav {
      grid-area: 1 / 2;
      align-self: start;
      position: sticky;
      inset-block-start: var(--space-5);
    }
    > div {
      grid-area: 1 / 1;
    }
  }
`;
const Nav = styled.nav`
  padding-inline-start: var(--space-4);
  border-inline-start: 3px solid var(--color-border);
  font-size: var(--font-size-small);

  &[data-short] {
    ${below.wide} {
      display: none;
    }
  }
  strong {
    color: var(--color-text-muted);
  }
  a {
    display: flex;
    align-items: center;
    min-block-size: var(--size-target);
    padding-block: var(--space-1);
    overflow-wrap: anywhere;
  }
`;

export interface ContentsItem {
  /** The `id` of its section. */
  id: string;
  label: string;
}
export interface WithContentsProps {
  /** "Auf dieser Seite" */
  label: string;
  items: ContentsItem[];
  /** The sections, each with its `id`. */
  children: ReactNode;
}

/** The URL stays, so that Back leaves the page. */
const goTo = (event: MouseEvent, id: string) => {
  if (goToSection(id)) event.preventDefault();
};

// A page of about two phone screens needs no table of contents.
const few = 5;

/**
 * A long page with a table of contents, opened at the section that its URL names: above the sections, or beside them where there is room. With few sections only
 * beside, with two none.
 */
export function WithContents({ label, items, children }: WithContentsProps) {
  const content = useRef<HTMLDivElement>(null);
  useSectionOfUrl(
    content,
    items.map(({ id }) => id),
  );
  return (
    <Box>
      {items.length > 2 && (
        <Nav aria-label={label} data-short={items.length <= few || undefined} data-print="hide">
          <strong aria-hidden="true">{label}</strong>
          <ul>
            {items.map(({ id, label: name }) => (
              <li key={id}>
                <a href={`#${id}`} onClick={(event) => goTo(event, id)}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Nav>
      )}
      <div ref={content}>{children}</div>
    </Box>
  );
}
