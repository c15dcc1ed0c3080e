import type { Words } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { Series } from '../study/study.ts';
import { ctWindows, type CtWindow } from '../study/window.ts';

export interface Preset {
  name: string;
  apply(pane: ImagePane): void;
}

/** The selectable windows: the file's own, the whole range, and the usual ones for Hounsfield units. */
export function presetsOf({ images: [first] }: Series, { t }: Words): Preset[] {
  if (!first) return [];
  const { tables, windows, hounsfield } = first.instance.lookOf(first.frame);
  const named = (name: string): string => (name ? t('presets.fileNamed', { name }) : t('presets.file'));
  // Each picture uses its own: they may differ within a series.
  const own: Preset = {
    name: named(tables[0]?.name || (tables.length === 0 ? windows[0]?.name : '') || ''),
    apply: (pane) => pane.showAsStored(),
  };
  const others = [...tables.slice(1), ...(tables.length > 0 ? windows : windows.slice(1))];
  const more = others.map(
    (view, index): Preset => ({
      name: t('presets.fileNamed', { name: view.name || String(index + 2) }),
      apply: (pane) => pane.setWindow(view),
    }),
  );
  const whole: Preset = { name: t('presets.whole'), apply: (pane) => pane.showWholeRange() };
  const usual = hounsfield || first.instance.dataSet['00080060']?.Value?.[0] === 'CT' ? Object.entries(ctWindows) : [];
  return [
    own,
    ...more,
    whole,
    ...usual.map(
      ([name, window]): Preset => ({ name: t(`presets.${name as CtWindow}`), apply: (pane) => pane.setWindow(window) }),
    ),
  ];
}
