/** Widths at which the layout changes, as media queries. `desk` is where panes stand beside each other. */
export const from = {
  tablet: '@media (min-width: 48rem)',
  desk: '@media (min-width: 64rem)',
  wide: '@media (min-width: 80rem)',
};
export const below = {
  tablet: '@media (max-width: 47.99rem)',
  desk: '@media (max-width: 63.99rem)',
  wide: '@media (max-width: 79.99rem)',
  /** A phone at 200 % text, or 400 % zoom on a small screen. */
  narrow: '@media (max-width: 20rem)',
  /** Any phone at 200 % text, where a bar holds two things. */
  tight: '@media (max-width: 17rem)',
};
/** A desk on which a table beside a preview has little room. */
export const laptop = '@media (min-width: 64rem) and (max-width: 87.99rem)';
/** A screen that is touched, without a mouse: most likely no keyboard either. */
export const byFinger = '@media (hover: none) and (pointer: coarse)';
export const forcedColors = '@media (forced-colors: active)';
