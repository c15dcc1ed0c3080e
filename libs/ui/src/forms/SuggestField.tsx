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
  /** What is offered while typing; what is written in the field is the chosen one's `value`. */
  options: ComboboxOption[];
  ref?: Ref<HTMLInputElement>;
}

/** One line of text of one's own, with known words to choose from while typing: a field of work. */
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
          {/* While the list is open everything around it is hidden from screen readers, a label that is only `for` the field too. */}
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
