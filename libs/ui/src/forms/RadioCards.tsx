// @bundle ui
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { forcedColors, from } from '../foundation/media';
import { focusRing, visuallyHidden } from '../foundation/mixins';
import type { FieldWords } from './Field';
import { Fieldset } from './Fieldset';

// Two columns only where a card has room for a long word; narrow doctor panes use one line per option and describe only
// the chosen one.
const inTwo = css`
  ${from.tablet} {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, max(11rem, 45%)), 1fr));
  }
  [data-portal='doctor'] & {
    container-type: inline-size;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 13.5rem), 1fr));

    @container (max-width: 27.49rem) {
      label {
        position: relative;
        align-content: center;
        min-block-size: var(--size-target);
        padding-block: var(--space-1);
        border-radius: 0;
      }
      label + label {
        margin-block-start: calc(-1 * var(--space-2) - var(--border-hairline));
      }
      label:has(:checked) {
        z-index: 1;
      }
      label:not(:has(:checked)) small {
        ${visuallyHidden}
      }
    }
  }
`;
const Cards = styled.div<{ $columns: 1 | 2 }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-2);

  label {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-content: start;
    gap: 0 var(--space-3);
    min-block-size: var(--size-control);
    padding: var(--space-3) var(--space-4);
    background: var(--color-surface);
    border: var(--border-hairline) solid var(--color-border-control);
    border-radius: var(--radius-control);
    line-height: 1.3;
    cursor: pointer;
  }
  label:has(:checked) {
    background: var(--color-action-soft);
    border-color: var(--color-action);
    box-shadow: inset 0 0 0 1px var(--color-action);
  }
  label:has(:focus-visible) {
    ${focusRing}
  }
  input {
    grid-row: 1 / 3;
    inline-size: 1.25rem;
    block-size: 1.25rem;
    margin: 0.1em 0 0;
    accent-color: var(--color-action);
  }
  input:focus-visible {
    outline: none;
  }
  small {
    grid-column: 2;
    color: var(--color-text-muted);
    font-size: var(--font-size-small);
  }
  [data-portal='doctor'] & {
    label {
      gap: 0 var(--space-2);
      padding: var(--space-2) var(--space-3) var(--space-2) var(--space-2);
    }
    small {
      font-size: var(--font-size-caption);
    }
  }
  ${({ $columns }) => $columns === 2 && inTwo}
  ${forcedColors} {
    label:has(:checked) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;

export interface RadioOption {
  value: string;
  title: ReactNode;
  /** The meaning of the option, in a few words. */
  description?: ReactNode;
}

export interface RadioCardsProps
  extends Omit<FieldWords, 'label'>,
    Omit<ComponentPropsWithRef<'input'>, 'type' | 'value' | 'defaultValue' | 'children'> {
  legend: ReactNode;
  options: RadioOption[];
  /** The chosen option, when the form does not register the field by name. */
  value?: string;
  /** Two columns where there is room. */
  columns?: 1 | 2;
}

/** One of a few options that need an explanation. All other props go to each radio, so `register()` spreads here. */
export function RadioCards({
  legend,
  options,
  value,
  columns = 1,
  hint,
  error,
  optional,
  labelHidden,
  id,
  ...input
}: RadioCardsProps) {
  return (
    <Fieldset {...{ legend, hint, error, optional, labelHidden, id }} name={input.name}>
      <Cards $columns={columns}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              {...input}
              type="radio"
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
            />
            <strong>{option.title}</strong>
            {option.description && <small>{option.description}</small>}
          </label>
        ))}
      </Cards>
    </Fieldset>
  );
}
