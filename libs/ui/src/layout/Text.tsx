import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { userTextStyle } from '../foundation/mixins';
import { token } from '../foundation/tokens';

const tones = {
  plain: 'inherit',
  muted: token.color.textMuted,
  danger: token.color.danger,
  success: token.color.success,
  you: token.color.onTurnYouSoft,
};

export interface TextProps extends ComponentPropsWithRef<'span'> {
  as?: 'span' | 'p' | 'div' | 'strong' | 'small' | 'time';
  tone?: keyof typeof tones;
  size?: 'inherit' | 'caption' | 'small' | 'body' | 'lead';
  strong?: boolean;
  /** Keeps a number and its unit, or a name, on one line. */
  nowrap?: boolean;
  /** Keeps the line breaks of user-written text. */
  preserveLines?: boolean;
  dateTime?: string;
}

const Words = styled.span<{ $color: string; $size: string; $strong: boolean; $nowrap: boolean; $written: boolean }>`
  color: ${({ $color }) => $color};
  font-size: ${({ $size }) => $size};
  font-weight: ${({ $strong }) => ($strong ? 'var(--font-weight-strong)' : 'inherit')};
  ${({ $nowrap }) => $nowrap && 'white-space: nowrap;'}
  ${({ $written }) => $written && userTextStyle}

  p& {
    max-inline-size: var(--size-measure);
  }
`;

/** Text that differs from body text in size, weight or colour. */
export function Text({
  tone = 'plain',
  size = 'inherit',
  strong = false,
  nowrap = false,
  preserveLines = false,
  ...rest
}: TextProps) {
  return (
    <Words
      $color={tones[tone]}
      $size={size === 'inherit' ? 'inherit' : token.fontSize[size]}
      $strong={strong || rest.as === 'strong'}
      $nowrap={nowrap}
      $written={preserveLines}
      {...rest}
    />
  );
}
