import { useEffect, useState } from 'react';
import { useWords, type Words } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { ToolName } from '../engine/tool-names.ts';
import { imageOf } from '../engine/load-picture.ts';
import type { Tools } from '../engine/tools.ts';
import { whenIdle } from '../engine/when-idle.ts';
import { cacheUntilRejected } from './forgetting.ts';
import { describeMeasurement, lengthsOf } from './measurement-words.ts';

const againAfter = 5000;

const load = cacheUntilRejected(async (words: Words): Promise<Tools> => {
  const { startTools } = await import('../engine/tools.ts');
  return startTools({
    describe: (imageId, measures) => describeMeasurement(words, measures, lengthsOf(imageOf(imageId)?.instance)),
  });
});

/**
 * Loads the tools after the first picture, enables them in the panes, and follows the selected one.
 * @returns `missing` while they cannot be fetched; retries continuously
 */
export function useTools(
  panes: readonly (ImagePane | null)[],
  ready: boolean,
  tool: ToolName,
): { tools: Tools | null; missing: boolean } {
  const words = useWords();
  const [tools, setTools] = useState<Tools | null>(null);
  const [missing, setMissing] = useState(false);

  useEffect(() => {
    if (!ready) return;
    let gone = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const begin = () =>
      load(words).then(
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
  }, [ready, words]);
  useEffect(() => {
    for (const pane of panes) if (pane) tools?.attach(pane);
  }, [tools, panes]);
  useEffect(() => tools?.choose(tool), [tools, tool]);
  return { tools, missing };
}
