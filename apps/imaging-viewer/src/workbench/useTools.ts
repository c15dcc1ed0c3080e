import { useEffect, useState } from 'react';
import type { Words } from '../app/words.ts';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { ToolName } from '../engine/tool-names.ts';
import type { Tools } from '../engine/tools.ts';
import type { Study } from '../study/study.ts';

/** The words beside a measurement. Where the file does not say how large a pixel is, only pixels can be told. */
export function describeMeasurement({ t, number }: Words, { length, angle, unit = '' }: { length?: number; angle?: number; unit?: string }, measurable: boolean): string {
  if (angle !== undefined) return t('measure.degrees', { value: number(angle, 1) });
  const value = length ?? 0;
  if (unit.startsWith('cm')) return t('measure.centimetres', { value: number(value, 2) });
  return measurable ? t('measure.millimetres', { value: number(value, 1) }) : t('measure.pixels', { value: number(value) });
}

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
    loading ??= load(words, study);
    void loading.then(setTools);
  }, [ready, words, study]);
  useEffect(() => {
    for (const pane of panes) if (pane) tools?.attach(pane.id, pane.engineId);
  }, [tools, panes]);
  useEffect(() => tools?.choose(tool), [tools, tool]);
  return tools;
}
