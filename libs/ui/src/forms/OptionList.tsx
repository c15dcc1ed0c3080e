// @bundle popups
import { Combobox as Base } from '@base-ui/react/combobox';
import { matchesWords } from '@konsil/i18n';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { CheckIcon } from '../foundation/icons';
import { layer } from '../foundation/layers';
import { popupItemLook, popupLook } from '../overlays/popupLook';

const Empty = styled(Base.Empty)`
  &:not(:empty) {
    padding: var(--space-3);
    color: var(--color-text-muted);
  }
`;
const Item = styled(Base.Item)`
  ${popupItemLook}
  align-items: flex-start;

  > span:first-child {
    flex: 1;
    display: grid;
    min-inline-size: 0;
    padding-block: var(--space-1);
    overflow-wrap: anywhere;
  }
  small {
    color: var(--color-text-muted);
    font-size: var(--font-size-small);
  }
`;

/** The layer of the options: above everything but toasts. */
export const OptionsPositioner = styled(Base.Positioner)`
  z-index: ${layer.toast};
`;
export const OptionsPopup = styled(Base.Popup)`
  ${popupLook}
`;

export interface ComboboxOption {
  value: string;
  label: string;
  /** A muted second line: specialty, city. */
  description?: string;
  /** Hidden search terms. */
  also?: string;
}

/** True if each typed word occurs in the option's text, in any spelling. */
export const matches = ({ label, description = '', also = '' }: ComboboxOption, query: string): boolean =>
  matchesWords(`${label} ${description} ${also}`, query, { forgiving: true });

/** The matching options, or a message when there are none. */
export function OptionList({ empty }: { empty: ReactNode }) {
  return (
    <>
      <Empty>{empty}</Empty>
      <Base.List>
        {(option: ComboboxOption) => (
          <Item key={option.value} value={option}>
            <span>
              {option.label}
              {option.description && <small>{option.description}</small>}
            </span>
            <Base.ItemIndicator>
              <CheckIcon />
            </Base.ItemIndicator>
          </Item>
        )}
      </Base.List>
    </>
  );
}
