import type { ComponentPropsWithRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { forcedColors } from '../foundation/media';
import { focusRing } from '../foundation/mixins';
import type { FieldWords } from './Field';
import { Fieldset } from './Fieldset';

const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2);

  label {
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: var(--space-2);
    min-block-size: var(--size-target);
    padding-inline: var(--space-4);
    background: var(--color-surface);
    border: var(--border-control) solid var(--color-border-control);
    border-radius: var(--radius-pill);
    font-size: var(--font-size-small);
    cursor: pointer;
  }
  label:has(:checked) {
    background: var(--color-action-soft);
    border-color: var(--color-action);
    color: var(--color-on-action-soft);
    font-weight: var(--font-weight-strong);
  }
  label:has(:focus-visible) {
    ${focusRing}
  }
  input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  [data-portal='doctor'] & label {
    padding-inline: var(--space-3);
  }
  ${forcedColors} {
    label:has(:checked) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;

export interface ChoiceChipsProps
  extends Omit<FieldWords, 'label'>,
    Omit<ComponentPropsWithRef<'input'>, 'type' | 'value' | 'defaultValue' | 'children' | 'id'> {
  legend: ReactNode;
  options: { value: string; label: ReactNode }[];
  value?: string;
}

/** One of a few short options: list filters, yes and no. Spreads `register()` onto each radio. */
export function ChoiceChips({
  legend,
  options,
  value,
  hint,
  error,
  optional,
  labelHidden,
  ...input
}: ChoiceChipsProps) {
  return (
    <Fieldset {...{ legend, hint, error, optional, labelHidden }} name={input.name}>
      <Chips>
        {options.map((option) => (
          <label key={option.value}>
            <input
              {...input}
              type="radio"
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
            />
            {option.label}
          </label>
        ))}
      </Chips>
    </Fieldset>
  );
}
