import type { ImagePane } from '../engine/ImagePane.ts';
import type { Preset } from './presets.ts';

/** The effect of a key while a picture has the focus. */
type PaneAction = (pane: ImagePane, presets: Preset[]) => void;

const panStep = 40;
const zoomStep = 1.2;

const stepping: Record<string, PaneAction> = {
  ArrowUp: (pane) => pane.step(-1),
  ArrowLeft: (pane) => pane.step(-1),
  ArrowDown: (pane) => pane.step(1),
  ArrowRight: (pane) => pane.step(1),
  PageUp: (pane) => pane.step(-10),
  PageDown: (pane) => pane.step(10),
  Home: (pane) => pane.goTo(0),
  End: (pane) => pane.goTo(pane.state().total - 1),
  '+': (pane) => pane.zoomBy(zoomStep),
  '=': (pane) => pane.zoomBy(zoomStep),
  '-': (pane) => pane.zoomBy(1 / zoomStep),
  '0': (pane) => pane.reset(),
  ' ': (pane) => (pane.state().playing ? pane.pause() : pane.play()),
};
const panning: Record<string, PaneAction> = {
  ArrowUp: (pane) => pane.panBy(0, -panStep),
  ArrowDown: (pane) => pane.panBy(0, panStep),
  ArrowLeft: (pane) => pane.panBy(-panStep, 0),
  ArrowRight: (pane) => pane.panBy(panStep, 0),
  '+': (pane) => pane.zoomBy(zoomStep),
};

const preset = (key: string): PaneAction | undefined =>
  /^[1-9]$/.test(key) ? (pane, presets) => presets[Number(key) - 1]?.apply(pane) : undefined;

/** The action of a key press, or undefined for other keys. */
export function actionOf({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>): PaneAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  return (shiftKey ? panning[key] : stepping[key]) ?? preset(key);
}
