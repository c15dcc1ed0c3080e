// @bundle popups
import { Combobox as Base } from '@base-ui/react/combobox';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { CloseIcon, DownIcon } from '../foundation/icons';
import { controlLook } from './controlLook';
import { Field, labelIdOf } from './Field';
import type { FieldWords } from './Field';
import { matches, OptionList, OptionsPopup, OptionsPositioner } from './OptionList';
import type { ComboboxOption } from './OptionList';

const Joined = styled(Base.InputGroup)`
  position: relative;
  display: flex;

  input {
    ${controlLook}
    && {
      padding-inline-end: calc(var(--size-target) * 2);
    }
  }
  button {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0;
    display: grid;
    place-items: center;
    inline-size: var(--size-target);
    padding: 0;
    border: 0;
    border-radius: var(--radius-control);
    background: none;
    color: var(--color-action);
  }
  button:hover {
    background: var(--color-action-soft);
  }
  button[data-clear] {
    inset-inline-end: var(--size-target);
  }
`;
export interface ComboboxProps extends FieldWords {
  id?: string;
  name?: string;
  options: ComboboxOption[];
  /** The chosen option's value, or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  words: { clear: string; open: string; empty: ReactNode };
  /** For options searched on the server by the typed text; the chosen option must stay among them. */
  onSearch?: (typed: string) => void;
  placeholder?: string;
  /** True while the option of the current value loads, because its label would replace typed text. */
  readOnly?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Enter chooses the highlighted option; without a match it would submit the form and lose the typed text. */
const keepWord: ComponentProps<typeof Base.Input>['onKeyDown'] = (event) => {
  const { currentTarget: input } = event;
  if (
    event.key !== 'Enter' ||
    input.value === '' ||
    input.getAttribute('aria-expanded') !== 'true' ||
    input.hasAttribute('aria-activedescendant')
  )
    return;
  event.preventDefault();
  event.preventBaseUIHandler();
};

/** One of very many options, found by typing part of any of its words: a doctor. */
export function Combobox({
  options,
  value,
  onChange,
  onBlur,
  onSearch,
  words,
  placeholder,
  readOnly,
  ref,
  ...props
}: ComboboxProps) {
  const { label, hint, error, optional, labelHidden, id, name } = props;
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Field {...{ label, hint, error, optional, labelHidden, id, name }}>
      {(tied) => (
        <Base.Root
          items={options}
          value={chosen}
          onValueChange={(option: ComboboxOption | null) => onChange(option?.value ?? '')}
          isItemEqualToValue={(item: ComboboxOption, other: ComboboxOption) => item.value === other.value}
          itemToStringLabel={(option: ComboboxOption) => option.label}
          filter={onSearch ? null : matches}
          // Choosing an option fills the field, too, which is not a search.
          onInputValueChange={(typed, { reason }) =>
            ['input-change', 'input-clear', 'clear-press'].includes(reason) && onSearch?.(typed)
          }
          autoHighlight
          readOnly={readOnly}
        >
          <Joined>
            {/* While the list is open, everything around it is hidden from screen readers, including a label that is tied only by `for`. */}
            <Base.Input
              {...tied}
              aria-labelledby={labelIdOf(tied.id)}
              ref={ref}
              placeholder={placeholder}
              onBlur={onBlur}
              onKeyDown={keepWord}
            />
            <Base.Clear aria-label={words.clear} data-clear>
              <CloseIcon />
            </Base.Clear>
            <Base.Trigger aria-label={words.open}>
              <DownIcon />
            </Base.Trigger>
          </Joined>
          <Base.Portal>
            <OptionsPositioner sideOffset={4}>
              <OptionsPopup>
                <OptionList empty={words.empty} />
              </OptionsPopup>
            </OptionsPositioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
