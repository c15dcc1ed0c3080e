import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Link } from '../foundation/link';
import type { LinkProps } from '../foundation/link';
import { buttonLook } from './buttonLook';
import type { ButtonLook, ButtonSize, ButtonVariant } from './buttonLook';

const Pressable = styled(Link)<ButtonLook>`
  ${buttonLook}
`;

export interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
  icon?: ReactNode;
}

/** A link that looks like a button: for the main next step of a screen. */
export function ButtonLink({
  variant = 'primary',
  size = 'regular',
  block = false,
  icon,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Pressable data-variant={variant} $variant={variant} $size={size} $block={block} {...rest}>
      {icon}
      {children}
    </Pressable>
  );
}
