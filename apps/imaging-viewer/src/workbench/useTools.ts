import { useEffect, useState } from 'react';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { ToolName } from '../engine/tool-names.ts';
import type { Tools } from '../engine/tools.ts';
import { whenIdle } from '../engine/when-idle.ts';
import { cacheUntilRejected } from './forgetting.ts';

const againAfter = 5000;

const load = cacheUntilRejected(async (): Promise<Tools> => (await import('../engine/tools.ts')).startTools());

/**
 * Loads the tools after the first picture, enables them in the panes, and follows the selected one.
 * @returns `missing` while they cannot be fetched; retries continuously
 */
export function useTools(
  panes: readonly (ImagePane | null)[],
  ready: boolean,
  tool: ToolName,
): { tools: Tools | null; missing: boolean } {
  const [tools, setTools] = useState<Tools | null>(null);
  const [missing, setMissing] = useState(false);

  useEffect(() => {
    if (!ready) return;
    let gone = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const begin = () =>
      load().then(
        (loaded) => {
          if (gone) return;
          setTools(loaded);
          setMissing(false);
        },
        () => {
          if (gone) return;
          setMissing(true);
          again = setTimeout(() => void begin(), againAfter);
        },
      );
    const callOff = whenIdle(() => void begin());
    return () => {
      gone = true;
      callOff();
      clearTimeout(again);
    };
  }, [ready]);
  useEffect(() => {
    for (const pane of panes) if (pane) tools?.attach(pane);
  }, [tools, panes]);
  useEffect(() => tools?.choose(tool), [tools, tool]);
  return { tools, missing };
}
