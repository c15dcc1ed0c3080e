import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import type { MouseEvent } from 'react';
import { styled } from 'styled-components';
import { DangerIcon } from '../foundation/icons';
import { fieldId } from './Field';

const Box = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--space-2) var(--space-3);
  padding: var(--space-4);
  background: var(--color-danger-soft);
  color: var(--color-on-danger-soft);
  border: 2px solid var(--color-danger);
  border-radius: var(--radius-control);

  &:focus-visible {
    border-radius: var(--radius-control);
  }
  &&:focus {
    outline: var(--focus-width) solid var(--color-focus);
    outline-offset: var(--focus-offset);
  }
  h2 {
    font-size: var(--font-size-heading-3);
  }
  .lucide {
    margin-block-start: 0.1em;
  }
  ul {
    grid-column: 2;
  }
  a {
    display: inline-flex;
    align-items: center;
    min-block-size: max(1.5rem, var(--size-target));
    padding-block: var(--space-1);
    line-height: var(--line-height-heading);
    color: inherit;
    font-weight: var(--font-weight-strong);
  }
`;

export interface FieldProblem {
  /** The registered field name; without it the message has no link. */
  name?: string;
  message: string;
  /** Puts the field's label before a message that does not name its field. */
  labelled?: boolean;
}

export interface ErrorSummaryProps {
  title: string;
  errors: FieldProblem[];
  /** `formState.submitCount`: each failed attempt moves the focus here once. */
  attempt?: number | undefined;
}

/** The label of a control or the legend of a group, without the "optional" mark. */
const labelOf = (id: string): string => {
  const field = document.getElementById(id);
  const words = field?.querySelector(':scope > legend') ?? (field as HTMLInputElement | null)?.labels?.[0];
  return words?.firstChild?.textContent?.trim() ?? '';
};
const unchanging = () => () => undefined;

function Labelled({ name, message }: { name: string; message: string }) {
  const label = useSyncExternalStore(
    unchanging,
    () => labelOf(fieldId(name)),
    () => '',
  );
  if (!label) return message;
  return label.endsWith('?') ? `${label} ${message}` : `${label}: ${message}`;
}

/** All errors of a form, at its top. Takes the focus when it appears; each line links to its field. */
export function ErrorSummary({ title, errors, attempt = 0 }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const announced = useRef<number>(undefined);
  const headingId = useId();
  const failed = errors.length > 0;

  useEffect(() => {
    if (!failed || announced.current === attempt) return;
    announced.current = attempt;
    box.current?.focus();
  }, [failed, attempt]);

  if (!failed) return null;

  const goTo = (name: string) => (event: MouseEvent) => {
    const target = document.getElementById(fieldId(name));
    if (!target) return;
    event.preventDefault();
    target.scrollIntoView?.({ block: 'center' });
    // A group cannot take the focus: its first control does.
    const control = target.matches('fieldset') ? target.querySelector<HTMLElement>('input, select, textarea') : null;
    (control ?? target).focus();
  };

  return (
    // An alert is read in full on each change; here removed errors stay silent, and only new ones are read.
    <Box ref={box} role="alert" aria-atomic="false" aria-labelledby={headingId} tabIndex={-1}>
      <DangerIcon />
      <h2 id={headingId}>{title}</h2>
      <ul>
        {errors.map(({ name, message, labelled = false }) => (
          <li key={`${name ?? ''} ${message}`}>
            {name ? (
              <a href={`#${fieldId(name)}`} onClick={goTo(name)}>
                {labelled ? <Labelled name={name} message={message} /> : message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </Box>
  );
}
