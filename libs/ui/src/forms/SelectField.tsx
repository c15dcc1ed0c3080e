import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { controlLook } from './controlLook';
import { Field } from './Field';
import type { FieldProps, FieldWords } from './Field';
import { splitFieldProps } from './splitFieldProps';
import { fieldWidths } from './TextField';
import type { FieldWidth } from './TextField';

const Select = styled.select<{ $width: FieldWidth; $compact: boolean }>`
  ${controlLook}
  max-inline-size: ${({ $width }) => fieldWidths[$width]};
  ${({ $compact }) =>
    $compact &&
    'inline-size: auto; min-block-size: var(--size-target); && { padding: 0 var(--space-2); } font-size: var(--font-size-small);'}
`;

export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectFieldProps
  extends FieldWords,
    Pick<FieldProps, 'layout'>,
    Omit<ComponentPropsWithRef<'select'>, 'children' | 'multiple' | 'size'> {
  options: SelectOption[];
  /** The first, empty entry: "Bitte wählen". */
  placeholder?: string;
  width?: FieldWidth;
  /** In a tool bar: small, as wide as its words. */
  compact?: boolean;
}

/** One of many known things. Under six options RadioCards or ChoiceChips are easier. */
export function SelectField({ options, placeholder, width = 'full', compact = false, ...props }: SelectFieldProps) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      {(tied) => (
        <Select $width={width} $compact={compact} {...control} {...tied}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
