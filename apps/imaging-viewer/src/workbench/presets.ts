import type { View } from '@konsil/pixels';
import type { Words } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { Series } from '../study/study.ts';
import { ctWindows, type CtWindow } from '../study/window.ts';

export interface Preset {
  name: string;
  /** Width and level for reading; empty where they differ from picture to picture. */
  numbers: string;
  apply(pane: ImagePane): void;
}

const sameView = (a: View, b: View): boolean =>
  'entries' in a || 'entries' in b ? a === b : a.center === b.center && a.width === b.width && a.shape === b.shape;

/**
 * The selectable windows, each of them once: the file's own first, then the usual ones for Hounsfield units, then
 * others of the file, and the whole range.
 */
export function presetsOf({ images: [first] }: Series, { t, value }: Words): Preset[] {
  if (!first) return [];
  const { tables, windows, hounsfield } = first.instance.lookOf(first.frame);
  const numbersOf = (view: View): string =>
    'entries' in view ? '' : `${value(view.width, view.width)} / ${value(view.center, view.width)}`;
  const preset = (name: string, view: View): Preset => ({
    name,
    numbers: numbersOf(view),
    apply: (pane) => pane.setWindow(view),
  });
  // Each picture uses its own: they may differ within a series.
  const own: Preset = { name: t('presets.file'), numbers: '', apply: (pane) => pane.showAsStored() };
  const isCt = hounsfield || first.instance.dataSet['00080060']?.Value?.[0] === 'CT';
  const usual = isCt ? (Object.entries(ctWindows) as [CtWindow, View][]) : [];
  const known: View[] = [
    ...[tables[0] ?? windows[0]].filter((view) => view !== undefined),
    ...usual.map(([, view]) => view),
  ];
  const others: Preset[] = [];
  [...tables, ...windows].forEach((view, index) => {
    if (known.some((one) => sameView(one, view))) return;
    known.push(view);
    others.push(
      preset(
        view.name ? t('presets.ofFileNamed', { name: view.name }) : t('presets.ofFile', { number: index + 1 }),
        view,
      ),
    );
  });
  return [
    own,
    ...usual.map(([name, view]) => preset(t(`presets.${name}`), view)),
    ...others,
    { name: t('presets.whole'), numbers: '', apply: (pane) => pane.showWholeRange() },
  ];
}
