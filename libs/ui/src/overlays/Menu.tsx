// @bundle popups
import { Menu as Base } from '@base-ui/react/menu';
import { useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { layer } from '../foundation/layers';
import { Link } from '../foundation/link';
import { popupItemLook, popupLook } from './popupLook';

const Positioner = styled(Base.Positioner)`
  z-index: ${layer.toast};
  outline: none;
`;
const Popup = styled(Base.Popup)`
  ${popupLook}
  min-inline-size: max(12rem, var(--anchor-width));
`;
const itemLook = css<{ $danger?: boolean }>`
  ${popupItemLook}
  ${({ $danger }) => $danger && 'color: var(--color-danger);'}
`;
const Item = styled(Base.Item)<{ $danger?: boolean }>`
  ${itemLook}
`;
const LinkItem = styled(Base.LinkItem)<{ $danger?: boolean }>`
  ${itemLook}
`;

interface EntryWords {
  label: string;
  icon?: ReactNode;
}
export type MenuEntry =
  | (EntryWords & { to: string })
  /** `onSelect` may return the element to focus next; the default is the trigger. */
  | (EntryWords & { onSelect: () => HTMLElement | void; tone?: 'plain' | 'danger' });

export interface MenuProps {
  /** The button that opens it: a Button or an IconButton. */
  trigger: ReactElement;
  items: MenuEntry[];
  align?: 'start' | 'end';
  /** Opens on mount, because the click that loaded its code was meant to open it. */
  defaultOpen?: boolean;
}

/** Rarely used actions on one item. Frequent actions get a button. */
export function Menu({ trigger, items, align = 'end', defaultOpen = false }: MenuProps) {
  const next = useRef<HTMLElement | void>(undefined);
  return (
    <Base.Root defaultOpen={defaultOpen} onOpenChange={(open) => open && (next.current = undefined)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Positioner sideOffset={4} align={align}>
          <Popup finalFocus={() => next.current ?? true}>
            {items.map((item) =>
              'to' in item ? (
                <LinkItem key={item.label} render={<Link to={item.to} />} closeOnClick>
                  {item.icon}
                  {item.label}
                </LinkItem>
              ) : (
                <Item
                  key={item.label}
                  onClick={() => (next.current = item.onSelect())}
                  $danger={item.tone === 'danger'}
                >
                  {item.icon}
                  {item.label}
                </Item>
              ),
            )}
          </Popup>
        </Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
