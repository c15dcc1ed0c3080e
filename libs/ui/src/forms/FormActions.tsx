import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { from } from '../foundation/media';

const Box = styled.div`
  display: grid;
  gap: var(--space-2);
  margin-block-start: var(--space-3);

  ${from.tablet} {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-3);
  }
`;
const Note = styled.p`
  color: var(--color-text-muted);
  font-size: var(--font-size-small);
`;

export interface FormActionsProps {
  /** The primary button first. */
  children: ReactNode;
  /** The time when the draft was saved, or what happens next. */
  note?: ReactNode;
}

/** The buttons at the end of a form; stacked on phones, the main one first. */
export function FormActions({ children, note }: FormActionsProps) {
  return (
    <Box>
      {children}
      {note && <Note role="status">{note}</Note>}
    </Box>
  );
}

const FormBox = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-5);

  [data-portal='doctor'] & {
    gap: var(--space-4);
  }
`;

/** A form without the browser's own validation, with gaps between its fields. */
export function Form(props: React.ComponentPropsWithRef<'form'>) {
  return <FormBox noValidate {...props} />;
}
