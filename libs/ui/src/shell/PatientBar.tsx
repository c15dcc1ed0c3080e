import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { IconLink } from '../actions/IconButton';
import { BackIcon } from '../foundation/icons';
import { below, from } from '../foundation/media';

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
  ${below.desk} {
    flex-wrap: wrap;
    column-gap: var(--space-2);

    /* The name has the line to itself but for the way back; priority and steps share the next. */
    > div:first-of-type {
      flex: 1 1 calc(100% - var(--size-target) - var(--space-2));
    }
  }
  ${below.tight} {
    align-items: start;
    column-gap: 0;
    padding-inline: var(--space-2);
  }
`;
const Who = styled.div`
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
    margin-inline-start: 0;
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
  ${below.desk} {
    flex-wrap: wrap;
    gap: 0;
  }
`;

export interface PatientBarProps {
  /** Way back to the list: its address and what it is called when spoken. */
  back?: { to: string; label: string };
  /** "Adler, Miriam", or the name of the case in the patient portal. */
  name: string;
  /** Birth date, age and sex in one line, so that nobody mixes two people up. */
  facts: string;
  /** The case that is open. */
  context?: string;
  /** The name is the page's h1 unless the page has a title of its own. */
  heading?: boolean;
  /** Priority and due date. */
  children?: ReactNode;
  /** The place in the queue, and to the next and the previous case. */
  steps?: ReactNode;
}

/** Who this page is about: on top of every page of one person or one case. */
export function PatientBar({ back, name, facts, context, heading = true, children, steps }: PatientBarProps) {
  return (
    <Bar>
      {back && <IconLink to={back.to} label={back.label} icon={<BackIcon />} />}
      <Who>
        {heading ? <h1 tabIndex={-1}>{name}</h1> : <p>{name}</p>}
        <span>{facts}</span>
        {context && <span>{context}</span>}
      </Who>
      {children && <Aside data-print="hide">{children}</Aside>}
      {steps && <Steps data-print="hide">{steps}</Steps>}
    </Bar>
  );
}
