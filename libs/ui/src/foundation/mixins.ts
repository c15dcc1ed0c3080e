import { css } from 'styled-components';

/** Read by screen readers, not seen. */
export const visuallyHidden = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** The focus ring, for parts that draw it for a hidden control. */
export const focusRing = css`
  outline: var(--focus-width) solid var(--color-focus);
  outline-offset: var(--focus-offset);
`;

/**
 * User-written text: keeps line breaks, and each line has the direction of its script (Arabic, Hebrew: right to left).
 */
export const userTextStyle = css`
  white-space: pre-line;
  unicode-bidi: plaintext;
  text-align: start;
`;

/** One line, cut with an ellipsis. */
export const oneLine = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** Side padding for the notch of a phone in landscape. Fixed elements need their own. */
export const notchPadding = css`
  padding-left: env(safe-area-inset-left);
  padding-right: env(safe-area-inset-right);
`;

/** For a main element: hides the footer while content loads, because it would jump when the placeholder gives way. */
export const steadyFooter = css`
  &:has([data-waiting]) + footer {
    visibility: hidden;
  }
`;
