export interface FakeSight {
  /** Makes an element, or all observed ones, enter or leave the viewport. */
  show: (element?: Element, inSight?: boolean) => void;
  /** Restores the real observer. */
  restore: () => void;
}

/** A fake IntersectionObserver, because jsdom has no layout. */
export function fakeSight(): FakeSight {
  const real = globalThis.IntersectionObserver;
  const watched = new Map<Element, (inSight: boolean) => void>();
  class Watcher {
    constructor(private readonly tell: IntersectionObserverCallback) {}
    private readonly mine = new Set<Element>();
    observe(element: Element) {
      this.mine.add(element);
      watched.set(element, (isIntersecting) =>
        this.tell(
          [{ target: element, isIntersecting } as IntersectionObserverEntry],
          this as unknown as IntersectionObserver,
        ),
      );
    }
    disconnect() {
      for (const element of this.mine) watched.delete(element);
    }
  }
  globalThis.IntersectionObserver = Watcher as unknown as typeof IntersectionObserver;
  return {
    show: (element, inSight = true) => {
      for (const [one, tell] of watched) if (!element || one === element) tell(inSight);
    },
    restore: () => {
      globalThis.IntersectionObserver = real;
    },
  };
}
