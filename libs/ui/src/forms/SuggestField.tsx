// @bundle popups
import { Autocomplete } from '@base-ui/react/autocomplete';
import type { Ref } from 'react';
import { styled } from 'styled-components';
import { Field, labelIdOf } from './Field';
import type { FieldWords } from './Field';
import { matches, OptionList, OptionsPopup, OptionsPositioner } from './OptionList';
import type { ComboboxOption } from './OptionList';
import { Input } from './TextField';

const Suggested = styled(OptionsPopup)`
  && {
    max-block-size: min(16rem, var(--available-height));
  }
  &[data-empty] {
    display: none;
  }
`;

export interface SuggestFieldProps extends FieldWords {
  id?: string;
  name?: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Suggestions while typing; choosing one writes its `value` into the field. */
  options: ComboboxOption[];
  ref?: Ref<HTMLInputElement>;
}

/** Free text in one line with suggestions: a specialty. */
export function SuggestField({ value, onChange, onBlur, options, ref, ...field }: SuggestFieldProps) {
  return (
    <Field {...field}>
      {(tied) => (
        <Autocomplete.Root
          items={options}
          value={value}
          onValueChange={onChange}
          itemToStringValue={(option: ComboboxOption) => option.value}
          filter={matches}
        >
          {/* While the list is open, everything around it is hidden from screen readers, including a label that is tied only by `for`. */}
          <Autocomplete.Input
            render={<Input type="text" />}
            {...tied}
            aria-labelledby={labelIdOf(tied.id)}
            ref={ref}
            onBlur={onBlur}
          />
          <Autocomplete.Portal>
            <OptionsPositioner sideOffset={4}>
              <Suggested>
                <OptionList empty={null} />
              </Suggested>
            </OptionsPositioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  );
}
