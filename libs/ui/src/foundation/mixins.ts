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

/** The focus ring, for parts that draw it on behalf of a hidden control. */
export const focusRing = css`
  outline: var(--focus-width) solid var(--color-focus);
  outline-offset: var(--focus-offset);
`;

/** What somebody wrote: with their line breaks, each line from the side where its script begins (Arabic, Hebrew: the right). */
export const asWritten = css`
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

/** Room at both sides for the notch of a phone that lies. What is fixed to an edge of the screen needs its own. */
export const besideNotch = css`
  padding-left: env(safe-area-inset-left);
  padding-right: env(safe-area-inset-right);
`;
