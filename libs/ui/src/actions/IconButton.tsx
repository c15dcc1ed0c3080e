// @bundle popups
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { Link } from '../foundation/link';
import type { LinkProps } from '../foundation/link';
import { Tooltip } from '../overlays/Tooltip';
import { buttonLook } from './buttonLook';
import type { ButtonLook, ButtonVariant } from './buttonLook';
import { pressOnce } from './press-once';

const square = css<ButtonLook>`
  ${buttonLook}
  flex: none;
  inline-size: var(--size-target);
  min-block-size: var(--size-target);

  &&& {
    padding: 0;
  }
`;
const SquareButton = styled.button<ButtonLook>`
  ${square}

  &&&[aria-disabled='true'] {
    color: var(--color-border-control);
    background: none;
    cursor: default;
  }
`;
const SquareLink = styled(Link)<ButtonLook>`
  ${square}
`;

interface IconOnly {
  /** The name, spoken and shown as tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
}
export interface IconButtonProps
  extends IconOnly,
    Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label' | 'disabled'> {
  /** The object of the action, where each row of a list has such a button: spoken only. */
  of?: string;
  /** Has nothing to do at the moment, e.g. at the end of a row of documents. Stays in place and keeps the focus. */
  unavailable?: boolean;
}
export interface IconLinkProps extends IconOnly, Omit<LinkProps, 'children' | 'aria-label'> {}

/** An icon without text: for toolbars, where there is no room for words. */
export function IconButton({
  label,
  of,
  icon,
  variant = 'quiet',
  type = 'button',
  unavailable = false,
  onClick,
  onKeyDown,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <SquareButton
        type={type}
        aria-label={of ? `${label}: ${of}` : label}
        aria-disabled={unavailable || undefined}
        $variant={variant}
        $size="small"
        $block={false}
        {...rest}
        onClick={unavailable ? undefined : onClick}
        onKeyDown={pressOnce(onKeyDown)}
      >
        {icon}
      </SquareButton>
    </Tooltip>
  );
}

/** A link that is an icon without text: to the next or previous case, or back. */
export function IconLink({ label, icon, variant = 'quiet', ...rest }: IconLinkProps) {
  return (
    <Tooltip text={label}>
      <SquareLink aria-label={label} $variant={variant} $size="small" $block={false} {...rest}>
        {icon}
      </SquareLink>
    </Tooltip>
  );
}
