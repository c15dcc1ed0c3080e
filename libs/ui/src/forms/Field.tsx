import { useId } from 'react';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { DangerIcon } from '../foundation/icons';
import { from } from '../foundation/media';
import { visuallyHidden } from '../foundation/mixins';

/** The id of the control of a named field, so that the error summary can link to it. */
export const fieldId = (name: string) => `field-${name}`;

/** Props of every field besides the attributes of its control. */
export interface FieldWords {
  label: ReactNode;
  /** Between label and control: what a good answer looks like. */
  hint?: ReactNode;
  /** The same message as in the error summary. */
  error?: ReactNode;
  /** The mark of an optional field: "freiwillig". */
  optional?: string;
  /** For fields whose position makes them clear; the label is still spoken. */
  labelHidden?: boolean;
}

/** The attributes that tie a control to its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Ids and aria attributes of one field. An explicit id wins over one made from the name. */
export function useFieldControl(
  { hint, error }: Pick<FieldWords, 'hint' | 'error'>,
  own: { id?: string; name?: string; 'aria-describedby'?: string },
) {
  const generated = useId();
  const id = own.id ?? (own.name ? fieldId(own.name) : generated);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [own['aria-describedby'], hint && hintId, error && errorId].filter(Boolean);
  const control: FieldControl = {
    id,
    'aria-describedby': described.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return { control, hintId, errorId };
}

export const labelIdOf = (id: string): string => `${id}-label`;

const layouts = {
  under: '',
  beside: css`
    ${from.wide} {
      grid-template-columns: 9.5rem minmax(0, 1fr);
      column-gap: var(--space-4);

      > :not(label, [data-hint]) {
        grid-column: 2;
      }
      > [data-control] {
        grid-row: 1 / 3;
      }
    }
  `,
  inline: css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-1) var(--space-2);
    font-size: var(--font-size-small);

    > label {
      margin: 0;
      color: var(--color-text-muted);
      font-weight: var(--font-weight-text);
    }
  `,
};
export type FieldLayout = keyof typeof layouts;

const Box = styled.div<{ $layout: FieldLayout }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  ${({ $layout }) => layouts[$layout]}
`;
const Label = styled.label<{ $hidden: boolean }>`
  margin-block-end: var(--space-1);
  font-weight: var(--font-weight-strong);
  ${({ $hidden }) => $hidden && visuallyHidden}
`;
/** The "optional" mark beside a label. */
export const OptionalMark = styled.span`
  color: var(--color-text-muted);
  font-weight: var(--font-weight-text);
`;
const Hint = styled.p`
  margin-block-end: var(--space-2);
  color: var(--color-text-muted);
  font-size: var(--font-size-small);
  max-inline-size: var(--size-measure);
`;
const ErrorLine = styled.p`
  display: flex;
  gap: var(--space-2);
  align-items: flex-start;
  margin-block-start: var(--space-2);
  color: var(--color-danger);
  font-size: var(--font-size-small);
  font-weight: var(--font-weight-strong);

  .lucide {
    margin-block-start: 0.1em;
  }
`;

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Hint id={id} data-hint>
      {children}
    </Hint>
  );
}

/** The error of a field, with an icon so that it does not depend on colour. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <ErrorLine id={id}>
      <DangerIcon />
      <span>{children}</span>
    </ErrorLine>
  );
}

export interface FieldProps extends FieldWords {
  id?: string;
  name?: string;
  /** Ids of further descriptions outside the field. */
  'aria-describedby'?: string;
  /** `beside` puts the label left of a wide text field, from 1280 px; `inline` is for toolbars. */
  layout?: FieldLayout;
  /** Gets the attributes to spread onto the control. */
  children: (control: FieldControl) => ReactNode;
}

/** Ties label, hint, control and error of one field together by ids. */
export function Field({
  label,
  hint,
  error,
  optional,
  labelHidden = false,
  layout = 'under',
  children,
  ...own
}: FieldProps) {
  const { control, hintId, errorId } = useFieldControl({ hint, error }, own);
  return (
    <Box $layout={layout}>
      <Label id={labelIdOf(control.id)} htmlFor={control.id} $hidden={labelHidden}>
        {label} {optional && <OptionalMark>({optional})</OptionalMark>}
      </Label>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <div data-control>{children(control)}</div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </Box>
  );
}
