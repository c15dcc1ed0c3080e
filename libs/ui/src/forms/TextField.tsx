import type { ComponentPropsWithRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { controlLook } from './controlLook';
import { Field } from './Field';
import type { FieldProps, FieldWords } from './Field';
import { splitFieldProps } from './splitFieldProps';

/** Widths by expected length of the answer. */
export const fieldWidths = { full: '100%', long: '24rem', medium: '16rem', short: '9rem' };
export type FieldWidth = keyof typeof fieldWidths;

/** A one-line input without its field. */
export const Input = styled.input<{ $width?: FieldWidth }>`
  ${controlLook}
  max-inline-size: ${({ $width = 'full' }) => fieldWidths[$width]};
`;
const WithUnit = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-2);
`;

export interface TextFieldProps
  extends FieldWords,
    Pick<FieldProps, 'layout'>,
    Omit<ComponentPropsWithRef<'input'>, 'width'> {
  /** By the expected answer: a postcode is `short`. */
  width?: FieldWidth;
  /** Shown after the control: "kg". */
  unit?: ReactNode;
}

/** One line of text, an e-mail address, a number. */
export function TextField({ width = 'full', unit, ...props }: TextFieldProps) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      {(tied) => {
        const input = <Input type="text" $width={width} {...control} {...tied} />;
        return unit ? (
          <WithUnit>
            {input}
            <span>{unit}</span>
          </WithUnit>
        ) : (
          input
        );
      }}
    </Field>
  );
}

/** An email address: browsers show the keyboard of addresses, and correct nothing. */
export function EmailField(props: Omit<TextFieldProps, 'type'>) {
  return <TextField type="email" {...props} />;
}
