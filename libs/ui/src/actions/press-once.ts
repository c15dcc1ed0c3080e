import type { KeyboardEvent } from 'react';

type OnKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => void;

/** Ignores key repeats of Enter, because a press may focus the next button of the kind. */
export const pressOnce =
  (onKeyDown?: OnKeyDown): OnKeyDown =>
  (event) => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    onKeyDown?.(event);
  };
