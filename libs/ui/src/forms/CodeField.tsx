import type { ChangeEvent, ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { Field } from './Field';
import type { FieldWords } from './Field';
import { splitFieldProps } from './splitFieldProps';
import { Input } from './TextField';

const Digits = styled(Input)`
  && {
    min-block-size: 4.25rem;
    max-inline-size: 20rem;
    padding-inline: var(--space-5);
    font-size: 2rem;
    font-weight: var(--font-weight-strong);
    line-height: 1;
    letter-spacing: 0.32em;
  }
`;

export interface CodeFieldProps
  extends FieldWords,
    Omit<ComponentPropsWithRef<'input'>, 'type' | 'maxLength' | 'width'> {
  /** The number of digits of a code. */
  length?: number;
  /** Called when the last digit is entered. */
  onComplete?: (code: string) => void;
}

/** A code from a text message or an app. A single input, so that autofill and pasting work, also with spaces. */
export function CodeField({ length = 6, onComplete, onChange, ...props }: CodeFieldProps) {
  const { field, control } = splitFieldProps(props);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const code = input.value.replace(/\D/g, '').slice(0, length);
    if (input.value !== code) input.value = code;
    const done = onChange?.(event);
    if (code.length === length) onComplete?.(code);
    return done;
  };

  return (
    <Field {...field}>
      {(tied) => (
        <Digits
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          {...control}
          {...tied}
          type="text"
          onChange={change}
        />
      )}
    </Field>
  );
}
