import { Menu as Base } from '@base-ui/react/menu';
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
  | (EntryWords & { onSelect: () => void; tone?: 'plain' | 'danger' });

export interface MenuProps {
  /** The button that opens it: a Button or an IconButton. */
  trigger: ReactElement;
  items: MenuEntry[];
  align?: 'start' | 'end';
}

/** Actions on one thing that are needed now and then. What is needed often gets a button of its own. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Positioner sideOffset={4} align={align}>
          <Popup>
            {items.map((item) =>
              'to' in item ? (
                <LinkItem key={item.label} render={<Link to={item.to} />} closeOnClick>
                  {item.icon}
                  {item.label}
                </LinkItem>
              ) : (
                <Item key={item.label} onClick={item.onSelect} $danger={item.tone === 'danger'}>
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
