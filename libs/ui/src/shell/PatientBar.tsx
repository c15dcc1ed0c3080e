// @bundle popups
import { useState } from 'react';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { IconButton, IconLink } from '../actions/IconButton';
import { BackIcon, MoreIcon } from '../foundation/icons';
import { Link } from '../foundation/link';
import { below, from } from '../foundation/media';
import { oneLine } from '../foundation/mixins';
import { useDesk } from '../foundation/useRoom';

const Bar = styled.header`
  display: flex;
  align-items: center;
  gap: var(--space-2) var(--space-4);
  flex: none;
  min-block-size: 3.5rem;
  padding: var(--space-2) var(--space-4);
  background: var(--color-surface);
  border-block-end: var(--border-hairline) solid var(--color-border);

  h1,
  p:first-child {
    font-size: 1.1875rem;
    font-weight: var(--font-weight-title);
  }
  :is(h1, p:first-child) > a {
    color: inherit;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
  }
  :is(h1, p:first-child) > a::after {
    content: '';
    position: absolute;
    inset: calc((100% - var(--size-target)) / 2) 0;
  }
  ${from.desk} {
    :is(h1, p:first-child) > a {
      position: relative;
    }
  }
  ${below.desk} {
    /* The first lines of the name and the facts: the name itself cuts what does not fit. */
    :is(h1, p:first-child) > a::after {
      inset: 0 0 auto;
      block-size: var(--size-target);
    }
    flex-wrap: wrap;
    align-items: start;
    column-gap: var(--space-2);
    padding-inline: var(--space-2);
  }
  ${below.tight} {
    column-gap: 0;
  }
`;
/** One line each, two for the name: expanding shows the rest. */
const folded = css`
  > :nth-child(1) {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  > :nth-child(2),
  > :nth-child(3):not([data-state]) {
    ${oneLine}
  }
`;
const Who = styled.div<{ $folded: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--space-3);
  flex: 0 1 auto;
  min-inline-size: 0;
  overflow-wrap: anywhere;

  > :nth-child(3) {
    color: var(--color-text-muted);
  }
  > [data-state] {
    align-self: center;
  }
  ${below.desk} {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    /* Leaves room for the link back and the button that expands the rest. */
    flex: 1 1 calc(100% - 2 * (var(--size-target) + var(--space-2)));
    padding-block: var(--space-1);

    > :nth-child(n + 2) {
      font-size: var(--font-size-small);
    }
    > [data-state] {
      margin-block-start: var(--space-2);
    }
    ${({ $folded }) => $folded && folded}
  }
`;
const Aside = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2) var(--space-3);
  margin-inline-start: auto;

  ${from.desk} {
    flex: none;
  }
  ${below.desk} {
    flex: 1;
    column-gap: var(--space-2);
    margin-inline-start: var(--space-2);
  }
`;
const Steps = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-1);
  white-space: nowrap;

  > span {
    margin-inline-end: var(--space-2);
  }
  ${from.desk} {
    /* The place in the queue, known later than the case, moves nothing. */
    min-inline-size: calc(7.5 * var(--size-target));
    justify-content: end;
  }
  ${below.desk} {
    flex-wrap: wrap;
    gap: 0;
  }
`;

export interface PatientBarProps {
  /** Link back to the list: its path and spoken name. */
  back?: { to: string; label: string };
  /** "Adler, Miriam", or the name of the case in the patient portal. */
  name: string;
  /** The target of the name: the patient. */
  nameTo?: string;
  /** Birth date, age and sex in one line, to prevent mixing up two people. */
  facts: string;
  /** The open case. */
  context?: string;
  /** The name is the page's h1 unless the page has a title of its own. */
  heading?: boolean;
  /** The side whose turn it is. */
  state?: ReactNode;
  /** Appointment and priority. */
  children?: ReactNode;
  /** The position in the queue, with links to the next and the previous case. */
  steps?: ReactNode;
  /** On phones long text is cut and actions are collapsed: the label of the button that expands them. */
  more?: string;
}

/** Identifies the patient: at the top of every page about one person or case. */
export function PatientBar({
  back,
  name,
  nameTo,
  facts,
  context,
  heading = true,
  state,
  children,
  steps,
  more,
}: PatientBarProps) {
  const desk = useDesk();
  const [unfolded, setUnfolded] = useState(false);
  const folds = more !== undefined && !desk;
  const folded = folds && !unfolded;
  const named = nameTo ? <Link to={nameTo}>{name}</Link> : name;
  return (
    <Bar>
      {back && <IconLink to={back.to} label={back.label} icon={<BackIcon />} />}
      <Who $folded={folded}>
        {heading ? <h1 tabIndex={-1}>{named}</h1> : <p>{named}</p>}
        <span>{facts}</span>
        {context && <span>{context}</span>}
        {state && (
          <span data-state data-print="hide">
            {state}
          </span>
        )}
      </Who>
      {folds && (
        <IconButton label={more} icon={<MoreIcon />} aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)} />
      )}
      {!folded && children && <Aside data-print="hide">{children}</Aside>}
      {!folded && steps && <Steps data-print="hide">{steps}</Steps>}
    </Bar>
  );
}
