import type { ComponentPropsWithRef } from 'react';
import { css, styled } from 'styled-components';
import { DownIcon } from '../foundation/icons';
import { controlLook, smallControl } from './controlLook';
import { Field } from './Field';
import type { FieldProps, FieldWords } from './Field';
import { splitFieldProps } from './splitFieldProps';
import { fieldWidths } from './TextField';
import type { FieldWidth } from './TextField';

const Box = styled.div<{ $width: FieldWidth; $compact: boolean }>`
  position: relative;
  inline-size: ${({ $compact }) => ($compact ? 'fit-content' : '100%')};
  max-inline-size: ${({ $width }) => fieldWidths[$width]};

  .lucide {
    position: absolute;
    inset-inline-end: var(--space-3);
    inset-block-start: calc(50% - var(--size-icon) / 2);
    color: var(--color-action);
    pointer-events: none;
  }
`;
const compactLook = css`
  && {
    min-block-size: var(--size-target);
    padding-block: 0;
    padding-inline-start: var(--space-3);
    ${smallControl}
  }
`;
const Select = styled.select<{ $compact: boolean }>`
  ${controlLook}
  appearance: none;
  text-overflow: ellipsis;
  && {
    padding-inline-end: calc(var(--size-icon) + var(--space-5));
  }
  ${({ $compact }) => $compact && compactLook}
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
  /** In a toolbar: small, as wide as its text. */
  compact?: boolean;
}

/** One of many known options. For fewer than six, RadioCards or ChoiceChips are easier. */
export function SelectField({ options, placeholder, width = 'full', compact = false, ...props }: SelectFieldProps) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      {(tied) => (
        <Box $width={width} $compact={compact}>
          <Select $compact={compact} {...control} {...tied}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <DownIcon />
        </Box>
      )}
    </Field>
  );
}
