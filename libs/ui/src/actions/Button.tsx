import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { MoreIcon } from '../foundation/icons';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { buttonLook } from './buttonLook';
import type { ButtonLook, ButtonSize, ButtonVariant } from './buttonLook';
import { pressOnce } from './press-once';

const Pressable = styled.button<ButtonLook>`
  ${buttonLook}
`;

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  /** One `primary` per screen (patient) or pane (doctor). `danger` for actions that cannot be undone. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Full width of its container. */
  block?: boolean;
  icon?: ReactNode;
  /** Work in progress: the label stays, further presses are ignored. */
  busy?: boolean;
  /** Spoken while busy, e.g. "Wird gesendet". */
  busyLabel?: string;
}

/**
 * Performs an action. The label says what happens, never "OK". There is no disabled state: say what is missing instead.
 */
export function Button({
  variant = 'primary',
  size = 'regular',
  block = false,
  icon,
  busy = false,
  busyLabel,
  type = 'button',
  onClick,
  onKeyDown,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <Pressable
        type={type}
        data-variant={variant}
        $variant={variant}
        $size={size}
        $block={block}
        aria-disabled={busy || undefined}
        onClick={press}
        onKeyDown={pressOnce(onKeyDown)}
        {...rest}
      >
        {busy ? <MoreIcon /> : icon}
        {children}
      </Pressable>
      {busyLabel && <VisuallyHidden role="status">{busy ? busyLabel : ''}</VisuallyHidden>}
    </>
  );
}
