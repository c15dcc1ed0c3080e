import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

const retryAfter = 5000;

/**
 * A component that no first drawing needs; its code comes when it is first drawn.
 * Without a connection it is tried again until it comes.
 * @param load `() => import('./SessionEnding').then((module) => module.SessionEnding)`
 * @returns the component, which also takes `meanwhile`, what stands in its place until then
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
    return Code ? <Code {...(props as unknown as Props)} /> : meanwhile;
  }
  return Later;
}
