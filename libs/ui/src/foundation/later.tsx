import { Suspense, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

const retryAfter = 5000;

/**
 * A component that the first render of a page does not need: its code loads when it is first rendered, and loading is
 * retried until it succeeds.
 * @param load `() => import('./SessionEnding').then((module) => module.SessionEnding)`
 * @returns the component; it also takes `meanwhile`, which is shown until the code is loaded
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Code: ComponentType<Props> | undefined;
  const fetch = async (): Promise<void> => {
    Code ??= await load();
  };
  function Later({ meanwhile, ...props }: Props & { meanwhile?: ReactNode }) {
    const [, setThere] = useState(Code !== undefined);
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout>;
      let wanted = true;
      const come = () =>
        void fetch().then(
          () => wanted && setThere(true),
          () => {
            if (wanted) timer = setTimeout(come, retryAfter);
          },
        );
      come();
      return () => {
        wanted = false;
        clearTimeout(timer);
      };
    }, []);
    if (!Code) return meanwhile;
    // Its texts may still load: without a boundary of its own, the whole page would give way to a placeholder.
    return (
      <Suspense fallback={meanwhile}>
        <Code {...(props as unknown as Props)} />
      </Suspense>
    );
  }
  return Later;
}
