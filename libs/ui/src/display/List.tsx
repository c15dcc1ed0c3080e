import type { ComponentPropsWithRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { OpenIcon } from '../foundation/icons';
import { Link } from '../foundation/link';
import { below, forcedColors, from } from '../foundation/media';

const Sheet = styled.ul`
  background: var(--color-surface);
  border-radius: var(--radius-card);
  box-shadow: var(--shadow-card);

  > li + li {
    border-block-start: var(--border-hairline) solid var(--color-border);
  }
  [data-portal='doctor'] & {
    border: var(--border-hairline) solid var(--color-border);
  }
  ${forcedColors} {
    border: 1px solid CanvasText;
  }
  @media print {
    box-shadow: none;
    border: var(--border-hairline) solid var(--color-border);
  }
`;

/** A card of rows. Takes ListLinkRow and ListRow. */
export function List(props: ComponentPropsWithRef<'ul'>) {
  return <Sheet {...props} />;
}

const RowLink = styled(Link)`
  display: grid;
  grid-template: 'icon what go' auto 'icon state go' auto / auto minmax(0, 1fr) auto;
  align-items: center;
  padding: var(--space-row) var(--space-inset);
  color: inherit;
  text-decoration: none;

  li:first-child > & {
    border-start-start-radius: var(--radius-card);
    border-start-end-radius: var(--radius-card);
  }
  li:last-child > & {
    border-end-start-radius: var(--radius-card);
    border-end-end-radius: var(--radius-card);
  }
  &:hover strong {
    text-decoration: underline;
  }
  &[aria-current] {
    background: var(--color-action-soft);
    box-shadow: inset 3px 0 var(--color-action);

    ${forcedColors} {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  > .lucide {
    grid-area: go;
    margin-inline-start: var(--space-3);
    color: var(--color-text-muted);
  }
  ${below.narrow} {
    grid-template-areas: 'icon what go' 'icon state state';
  }
  ${from.tablet} {
    grid-template: 'icon what state go' auto / auto minmax(0, 1fr) fit-content(55%) auto;
  }
`;
const Lead = styled.span`
  grid-area: icon;
  align-self: start;
  margin-inline-end: var(--space-3);
  color: var(--color-text-muted);
`;
const What = styled.span`
  grid-area: what;
  display: grid;
  min-inline-size: 0;
  overflow-wrap: anywhere;

  small {
    color: var(--color-text-muted);
    font-size: var(--font-size-small);
  }
  &[data-quiet] strong {
    font-weight: var(--font-weight-text);
  }
`;
const Over = styled.small`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--space-2);

  > :last-child:not(:first-child) {
    margin-inline-start: auto;
  }
`;
const Words = styled.small`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;

  + small {
    margin-block-start: var(--space-1);
    font-size: var(--font-size-caption);
  }
`;
const State = styled.span`
  grid-area: state;
  justify-self: start;
  margin-block-start: var(--space-2);

  /* Several stand below one another before they take the words' room. */
  ${from.tablet} {
    justify-self: end;
    margin: 0 0 0 var(--space-4);

    > span {
      justify-content: end;
    }
  }
`;

interface RowWords {
  title: ReactNode;
  /** One muted line. */
  detail?: ReactNode;
  icon?: ReactNode;
  /** One turn pill or badge. */
  state?: ReactNode;
}
export interface ListLinkRowProps extends RowWords {
  to: string;
  /** Router state passed to the linked page. */
  carries?: unknown;
  /** A muted line above the title; a second item is aligned to its end. */
  over?: ReactNode;
  /** An excerpt of the link's target: two lines at most. */
  words?: string;
  /** A title in normal weight: already read. */
  quiet?: boolean;
  /** Its target is shown beside the list. */
  current?: boolean;
}

/** A row that is one link as a whole. */
export function ListLinkRow({
  to,
  carries,
  title,
  detail,
  icon,
  state,
  over,
  words,
  quiet,
  current,
}: ListLinkRowProps) {
  return (
    <li>
      <RowLink to={to} state={carries} aria-current={current || undefined}>
        {icon && <Lead>{icon}</Lead>}
        <What data-quiet={quiet || undefined}>
          {over && <Over>{over}</Over>}
          <strong>{title}</strong>
          {words && <Words>{words}</Words>}
          {detail && <small>{detail}</small>}
        </What>
        {state && <State>{state}</State>}
        <OpenIcon />
      </RowLink>
    </li>
  );
}

const PlainRow = styled.li`
  display: grid;
  grid-template: 'icon what go' auto 'below below below' auto / auto minmax(0, 1fr) auto;
  align-items: start;
  padding: var(--space-3) var(--space-inset);

  &[data-tone='you'] {
    background: var(--color-turn-you-soft);
  }
  &[data-tone='you']:first-child {
    border-start-start-radius: var(--radius-card);
    border-start-end-radius: var(--radius-card);
  }
  &[data-tone='you']:last-child {
    border-end-start-radius: var(--radius-card);
    border-end-end-radius: var(--radius-card);
  }
  > [data-end] {
    grid-area: go;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: end;
    gap: var(--space-2);
    margin-inline-start: var(--space-3);
  }
  /* At twice the text the words take the row, and what stands at its end goes below. */
  ${below.tight} {
    grid-template-areas: 'icon what what' 'icon go go' 'below below below';

    > [data-end] {
      justify-content: start;
      margin: var(--space-2) 0 0;
    }
    /* A single icon needs no line of its own: it ends that of the leading icon. */
    &:has(> [data-end] > button[aria-label]:only-child) {
      grid-template-areas: 'what what go' 'below below below';

      &:has(> ${Lead}) {
        grid-template-areas: 'icon . go' 'what what what' 'below below below';
      }
      > ${Lead} {
        align-self: center;
      }
      > [data-end] {
        margin: 0;
      }
    }
  }
  /* In line with the words where there is room; a phone's fields take the whole row. */
  ${from.tablet} {
    grid-template-areas: 'icon what go' '. below below';
  }
`;
const Below = styled.div`
  grid-area: below;
  margin-block-start: var(--space-3);
`;

export interface ListRowProps extends RowWords {
  /** Buttons at the end of the row. */
  actions?: ReactNode;
  /** Full width, below the text. */
  children?: ReactNode;
  /** Highlights the row that needs the reader: at most one in a list. */
  tone?: 'you';
}

/** A row that is not a link: facts with buttons. */
export function ListRow({ title, detail, icon, state, actions, children, tone }: ListRowProps) {
  return (
    <PlainRow data-tone={tone}>
      {icon && <Lead>{icon}</Lead>}
      <What>
        <strong>{title}</strong>
        {detail && <small>{detail}</small>}
      </What>
      {(state || actions) && (
        <div data-end>
          {state}
          {actions}
        </div>
      )}
      {children && <Below>{children}</Below>}
    </PlainRow>
  );
}
