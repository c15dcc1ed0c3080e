import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { visuallyHidden } from '../foundation/mixins';
import { FieldError, FieldHint, OptionalMark, useFieldControl } from './Field';
import type { FieldWords } from './Field';

const Box = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
`;
const Legend = styled.legend<{ $hidden: boolean; $title: boolean }>`
  margin-block-end: ${({ $title }) => ($title ? 'var(--space-3)' : 'var(--space-1)')};
  font-size: ${({ $title }) => ($title ? 'var(--font-size-heading-3)' : 'inherit')};
  font-weight: ${({ $title }) => ($title ? 'var(--font-weight-title)' : 'var(--font-weight-strong)')};
  ${({ $hidden }) => $hidden && visuallyHidden}
`;

export interface FieldsetProps extends Omit<FieldWords, 'label'> {
  legend: ReactNode;
  id?: string;
  /** The field name, so that the error summary can link to it. */
  name?: string;
  /** Shows the legend as a section heading of the form. */
  legendAsTitle?: boolean;
  children: ReactNode;
}

/** Controls that answer one question together. */
export function Fieldset({
  legend,
  hint,
  error,
  optional,
  labelHidden = false,
  legendAsTitle = false,
  children,
  ...own
}: FieldsetProps) {
  const { control, hintId, errorId } = useFieldControl({ hint, error }, own);
  return (
    <Box id={control.id} tabIndex={-1} aria-describedby={control['aria-describedby']}>
      <Legend $hidden={labelHidden} $title={legendAsTitle}>
        {legend} {optional && <OptionalMark>({optional})</OptionalMark>}
      </Legend>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      {children}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </Box>
  );
}
