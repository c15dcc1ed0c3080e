import { useEffect, useRef, type RefObject } from 'react';

/** Moves between the search field and the links in the box by arrow keys; Enter in the field calls `enter`. */
export function useArrowKeys(box: RefObject<HTMLElement | null>, enter: () => void): void {
  const newest = useRef(enter);
  useEffect(() => {
    newest.current = enter;
  });
  useEffect(() => {
    const element = box.current;
    const onKeyDown = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === 'Enter' && document.activeElement instanceof HTMLInputElement) newest.current();
      else if (step && element) move(element, step);
      else return;
      event.preventDefault();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [box]);
}

const move = (box: HTMLElement, step: number) => {
  const stops = [...box.querySelectorAll<HTMLElement>('input, a')];
  stops[stops.findIndex((stop) => stop === document.activeElement) + step]?.focus();
};
