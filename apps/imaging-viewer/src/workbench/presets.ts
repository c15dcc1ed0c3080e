import type { Words } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { Series } from '../study/study.ts';
import { ctWindows, windowsOf, type CtWindow } from '../study/window.ts';

export interface Preset {
  name: string;
  apply(pane: ImagePane): void;
}

/** The windows to choose from: the file's own, the whole range, and for CT what radiologists use. */
export function presetsOf({ images: [first], modality }: Series, { t }: Words): Preset[] {
  const stored = first ? windowsOf(first.instance.dataSet) : [];
  const own = stored.map((window): Preset => ({
    name: window.name ? t('presets.fileNamed', { name: window.name }) : t('presets.file'),
    apply: (pane) => pane.setWindow(window),
  }));
  const whole: Preset = { name: t('presets.whole'), apply: (pane) => pane.showWholeRange() };
  const usual = modality === 'CT' ? Object.entries(ctWindows) : [];
  return [...own, whole, ...usual.map(([name, window]): Preset => ({ name: t(`presets.${name as CtWindow}`), apply: (pane) => pane.setWindow(window) }))];
}
