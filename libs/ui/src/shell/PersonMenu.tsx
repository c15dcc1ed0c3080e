import { styled } from 'styled-components';
import { PersonIcon } from '../foundation/icons';
import { layer } from '../foundation/layers';
import { Link } from '../foundation/link';
import { below } from '../foundation/media';
import type { PlainNavItem } from './navigation';
import { useDisclosure } from './useDisclosure';

const Region = styled.div`
  position: relative;
`;
const Opener = styled.button`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: var(--space-2);
  min-block-size: var(--size-target);
  min-inline-size: var(--size-target);
  max-inline-size: 16rem;
  padding-inline: var(--space-2);
  border: 0;
  border-radius: var(--radius-control);
  background: none;
  font-size: var(--font-size-small);

  &:hover {
    background: var(--color-action-soft);
  }
  ${below.desk} {
    > span {
      display: none;
    }
  }
`;
const Panel = styled.ul`
  position: absolute;
  inset-inline-end: 0;
  z-index: ${layer.popup};
  inline-size: max-content;
  min-inline-size: min(15rem, calc(100vw - 2rem));
  max-inline-size: min(22rem, calc(100vw - 2rem));
  padding: var(--space-2);
  background: var(--color-surface-raised);
  border: var(--border-hairline) solid var(--color-border);
  border-radius: var(--radius-control);
  box-shadow: var(--shadow-raised);

  &:not([data-open]) {
    display: none;
  }
  a,
  button {
    display: flex;
    align-items: center;
    inline-size: 100%;
    min-block-size: var(--size-target);
    padding-inline: var(--space-3);
    border: 0;
    border-radius: 0.5rem;
    background: none;
    color: inherit;
    text-align: start;
    text-decoration: none;
  }
  a:hover,
  button:hover {
    background: var(--color-action-soft);
  }
  a[aria-current] {
    font-weight: var(--font-weight-strong);
  }
`;

export interface PersonMenuProps {
  /** "Menü" */
  label: string;
  name: string;
  items: PlainNavItem[];
  signOutLabel: string;
  onSignOut: () => void;
}

/** Account, settings, help and signing out. */
export function PersonMenu({ label, name, items, signOutLabel, onSignOut }: PersonMenuProps) {
  const current = items.find((item) => item.current)?.to;
  const { open, close, regionRef, buttonProps, contentProps } = useDisclosure(current);
  return (
    <Region ref={regionRef}>
      <Opener {...buttonProps} aria-label={`${label}, ${name}`}>
        <PersonIcon />
        <span>{name}</span>
      </Opener>
      <Panel {...contentProps} hidden={!open}>
        {items.map((item) => (
          <li key={item.to}>
            <Link to={item.to} aria-current={item.current ? 'page' : undefined} onClick={close}>
              {item.label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={onSignOut}>
            {signOutLabel}
          </button>
        </li>
      </Panel>
    </Region>
  );
}
