// @bundle popups
import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { layer } from '../foundation/layers';

const Positioner = styled(Base.Positioner)`
  z-index: ${layer.toast};
`;
const Popup = styled(Base.Popup)`
  max-inline-size: 20rem;
  padding: var(--space-1) var(--space-2);
  background: var(--color-text);
  color: var(--color-surface);
  border: var(--border-hairline) solid transparent;
  border-radius: 4px;
  font-size: var(--font-size-small);
  transition: opacity var(--duration-short) var(--ease-out);

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
`;

const NamePopup = styled(Popup)`
  /* The distance belongs to the popup, so that the pointer can move onto it without leaving. */
  margin-inline-start: 6px;
`;

export interface TooltipProps {
  /** Repeats the name of an icon button; never the only place of a fact. */
  text: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** The control it describes; must take a ref and spread props. */
  children: ReactElement;
}

/** The name of an icon button, shown on hover and focus. Not for touch, so nothing may depend on it. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Positioner side={side} sideOffset={6}>
          <Popup>{text}</Popup>
        </Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * A tooltip beside an element that is already mounted, for names whose code arrives after their controls: wrapping a
 * control later would mount it again and lose its focus.
 * @param onClose called on Escape
 */
export function TooltipBeside({ text, anchor, onClose }: { text: string; anchor: Element; onClose: () => void }) {
  return (
    <Base.Root open onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Positioner anchor={anchor} side="right">
          <NamePopup>{text}</NamePopup>
        </Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
