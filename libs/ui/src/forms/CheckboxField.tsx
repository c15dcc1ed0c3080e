import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { FieldError, FieldHint, useFieldControl } from './Field';
import type { FieldWords } from './Field';

const Box = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 var(--space-3);
  align-items: start;

  label {
    position: relative;
    padding-block: calc((max(var(--size-target), 1.75rem) - 1.4em) / 2);
    line-height: 1.4;
    max-inline-size: var(--size-measure);
  }
  /* The box answers to a finger as the words do. */
  label::before {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: calc(-2.375rem - var(--space-3));
    inline-size: calc(2.375rem + var(--space-3));
    block-size: max(var(--size-target), 1.75rem);
  }
  input {
    /* Above the area of its words. */
    position: relative;
    z-index: 1;
    inline-size: 1.5rem;
    block-size: 1.5rem;
    margin: calc((max(var(--size-target), 1.75rem) - 1.5rem) / 2) 0 0;
    accent-color: var(--color-action);
  }
  input[aria-invalid='true'] {
    outline: 2px solid var(--color-danger);
    outline-offset: 1px;
  }
  input[aria-invalid='true']:focus-visible {
    outline: var(--focus-width) solid var(--color-focus);
  }
  && > p {
    grid-column: 2;
    margin-block: 0 var(--space-2);
  }
  [data-portal='doctor'] & input {
    inline-size: 1.125rem;
    block-size: 1.125rem;
    margin-block-start: calc((max(var(--size-target), 1.75rem) - 1.125rem) / 2);
  }
`;

export interface CheckboxFieldProps
  extends Omit<FieldWords, 'optional' | 'labelHidden'>,
    Omit<ComponentPropsWithRef<'input'>, 'type'> {}

/** Agreement to one sentence: a consent, a completed ToDo. */
export function CheckboxField({ label, hint, error, ...input }: CheckboxFieldProps) {
  const { control, hintId, errorId } = useFieldControl({ hint, error }, input);
  return (
    <Box>
      <input {...input} {...control} type="checkbox" />
      <label htmlFor={control.id}>{label}</label>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </Box>
  );
}
