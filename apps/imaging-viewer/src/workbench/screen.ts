/** True where a list beside the pictures would cover them. */
export const isNarrow = (): boolean => matchMedia('(max-width: 63.99rem)').matches;
export const isTouchScreen = (): boolean => matchMedia('(pointer: coarse)').matches;
