/** Breakpoints as media queries. From `desk` on, panes are side by side. */
export const from = {
  tablet: '@media (min-width: 48rem)',
  desk: '@media (min-width: 64rem)',
  wide: '@media (min-width: 80rem)',
};
export const below = {
  tablet: '@media (max-width: 47.99rem)',
  desk: '@media (max-width: 63.99rem)',
  wide: '@media (max-width: 79.99rem)',
  /** A phone at 200 % text size, or a small screen at 400 % zoom. */
  narrow: '@media (max-width: 20rem)',
  /** Any phone at 200 % text size, where a bar has room for two items. */
  tight: '@media (max-width: 17rem)',
  /** A container, such as a page beside another, too narrow for a table. */
  table: '@container (max-width: 34rem)',
};
/** A desk where a table beside a preview is narrow. */
export const laptop = '@media (min-width: 64rem) and (max-width: 87.99rem)';
/** A touch screen without a mouse: most likely without a keyboard, too. */
export const touchOnly = '@media (hover: none) and (pointer: coarse)';
export const forcedColors = '@media (forced-colors: active)';
