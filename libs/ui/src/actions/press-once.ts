import type { KeyboardEvent } from 'react';

type OnKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => void;

/** A press may move the focus to the next button of the kind: Enter held down presses one of them. */
export const pressOnce =
  (onKeyDown?: OnKeyDown): OnKeyDown =>
  (event) => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    onKeyDown?.(event);
  };
