import { useEffect, useState } from 'react';
import { useWords, type Words } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { ToolName } from '../engine/tool-names.ts';
import type { Tools } from '../engine/tools.ts';
import { whenIdle } from '../engine/when-idle.ts';
import type { Study } from '../study/study.ts';
import { describeMeasurement } from './measurement-words.ts';

let loading: Promise<Tools> | undefined;

const load = async (words: Words, study: Study): Promise<Tools> => {
  const { startTools } = await import('../engine/tools.ts');
  const measurable = new Set(study.series.flatMap(({ images }) => images).flatMap(({ id, instance }) => (instance.measurable ? [id] : [])));
  return startTools({ describe: (imageId, measures) => describeMeasurement(words, measures, measurable.has(imageId)) });
};

/** Loads the tools once a picture is there, lets them work in the panes, and follows the choice. */
export function useTools(study: Study, panes: readonly (ImagePane | null)[], ready: boolean, tool: ToolName): Tools | null {
  const words = useWords();
  const [tools, setTools] = useState<Tools | null>(null);

  useEffect(() => {
    if (!ready) return;
    return whenIdle(() => {
      loading ??= load(words, study);
      void loading.then(setTools);
    });
  }, [ready, words, study]);
  useEffect(() => {
    for (const pane of panes) if (pane) tools?.attach(pane.id, pane.engineId);
  }, [tools, panes]);
  useEffect(() => tools?.choose(tool), [tools, tool]);
  return tools;
}
