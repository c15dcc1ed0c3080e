// @bundle popups
import { Combobox as Base } from '@base-ui/react/combobox';
import { useState, type ReactElement, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { controlLook } from '../forms/controlLook';
import { matches, OptionList, OptionsPopup, OptionsPositioner } from '../forms/OptionList';
import type { ComboboxOption } from '../forms/OptionList';

// More than anybody reads; typing narrows the options.
const shownAtOnce = 50;

const Popup = styled(OptionsPopup)`
  inline-size: min(28rem, var(--available-width));
  max-block-size: min(30rem, var(--available-height));
  padding-block-start: 0;
`;
const Search = styled.div`
  position: sticky;
  inset-block-start: 0;
  z-index: 1;
  padding-block: var(--space-2);
  background: var(--color-surface-raised);

  input {
    ${controlLook}
  }
`;

export interface SearchMenuProps {
  /** The button that opens it: a Button or an IconButton. */
  trigger: ReactElement;
  /** Called when the menu opens: building thousands of labels earlier would be wasted. */
  options: () => ComboboxOption[];
  onChoose: (value: string) => void;
  /** `label` names sheet and field, `placeholder` shows what can be searched, `empty` is shown without a match. */
  words: { label: string; placeholder: string; empty: ReactNode };
}

/** A searchable Menu for many options. */
export function SearchMenu({ trigger, options, onChoose, words }: SearchMenuProps) {
  const [worded, setWorded] = useState<ComboboxOption[]>([]);
  return (
    <Base.Root
      items={worded}
      onOpenChange={(open) => open && setWorded(options())}
      value={null}
      onValueChange={(option: ComboboxOption | null) => option && onChoose(option.value)}
      itemToStringLabel={(option: ComboboxOption) => option.label}
      filter={matches}
      limit={shownAtOnce}
      autoHighlight
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <OptionsPositioner sideOffset={4} align="end">
          <Popup aria-label={words.label}>
            <Search>
              <Base.Input aria-label={words.label} placeholder={words.placeholder} />
            </Search>
            <OptionList empty={words.empty} />
          </Popup>
        </OptionsPositioner>
      </Base.Portal>
    </Base.Root>
  );
}
