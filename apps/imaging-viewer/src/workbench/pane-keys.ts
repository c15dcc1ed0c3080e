import type { WordKey } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { ToolName } from '../engine/tool-names.ts';
import type { Preset } from './presets.ts';

/** Key targets besides the pane. */
export interface KeyRoom {
  presets: Preset[];
  choose: (tool: ToolName) => void;
  compare: () => void;
  /** Links or unlinks the two pictures. */
  link: () => void;
  /** The list of measurements. */
  list: () => void;
  /** Deletes the chosen measurement. */
  remove: () => void;
  undo: () => void;
}

/** The effect of a key while a picture has the focus. */
type PaneAction = (pane: ImagePane, room: KeyRoom) => void;

const panStep = 40;
const zoomStep = 1.2;
const choose =
  (tool: ToolName): PaneAction =>
  (_pane, room) =>
    room.choose(tool);

/** A line of the help: its keys, what they do, and how it is done. */
export interface KeyLine {
  /** As written on the keys; some have a name for each language. */
  keys: (WordKey | string)[];
  meaning: WordKey;
  /** By `KeyboardEvent.key`, after `Shift+` or `Ctrl+` where that is pressed; letters in lower case. */
  actions: Record<string, PaneAction>;
}

/** Every key of a picture, in the order of the help. */
export const keyLines: readonly KeyLine[] = [
  {
    keys: ['keyNames.up', 'keyNames.down'],
    meaning: 'help.keys.step',
    actions: {
      ArrowUp: (pane) => pane.step(-1),
      ArrowLeft: (pane) => pane.step(-1),
      ArrowDown: (pane) => pane.step(1),
      ArrowRight: (pane) => pane.step(1),
    },
  },
  {
    keys: ['keyNames.pageUp', 'keyNames.pageDown'],
    meaning: 'help.keys.stepTen',
    actions: { PageUp: (pane) => pane.step(-10), PageDown: (pane) => pane.step(10) },
  },
  {
    keys: ['keyNames.home', 'keyNames.end'],
    meaning: 'help.keys.ends',
    actions: { Home: (pane) => pane.goTo(0), End: (pane) => pane.goTo(pane.state().total - 1) },
  },
  {
    keys: ['+', '−'],
    meaning: 'help.keys.zoom',
    actions: {
      '+': (pane) => pane.zoomBy(zoomStep),
      'Shift++': (pane) => pane.zoomBy(zoomStep),
      '=': (pane) => pane.zoomBy(zoomStep),
      '-': (pane) => pane.zoomBy(1 / zoomStep),
    },
  },
  {
    keys: ['keyNames.shift', 'keyNames.up', 'keyNames.right', 'keyNames.down', 'keyNames.left'],
    meaning: 'help.keys.pan',
    actions: {
      'Shift+ArrowUp': (pane) => pane.panBy(0, -panStep),
      'Shift+ArrowDown': (pane) => pane.panBy(0, panStep),
      'Shift+ArrowLeft': (pane) => pane.panBy(-panStep, 0),
      'Shift+ArrowRight': (pane) => pane.panBy(panStep, 0),
    },
  },
  {
    keys: ['1', '…', '9'],
    meaning: 'help.keys.preset',
    actions: Object.fromEntries(
      Array.from({ length: 9 }, (_, at): [string, PaneAction] => [
        String(at + 1),
        (pane, { presets }) => presets[at]?.apply(pane),
      ]),
    ),
  },
  { keys: ['0'], meaning: 'help.keys.reset', actions: { '0': (pane) => pane.reset() } },
  {
    keys: ['W', 'P', 'Z', 'S', 'M'],
    meaning: 'help.keys.tools',
    actions: { w: choose('window'), p: choose('pan'), z: choose('zoom'), s: choose('scroll'), m: choose('magnify') },
  },
  {
    keys: ['L', 'D', 'A', 'B', 'E', 'Q', 'T'],
    meaning: 'help.keys.measuring',
    actions: {
      l: choose('length'),
      d: choose('bidirectional'),
      a: choose('angle'),
      b: choose('cobb'),
      e: choose('ellipse'),
      q: choose('rectangle'),
      t: choose('arrow'),
    },
  },
  { keys: ['keyNames.enter'], meaning: 'help.keys.measure', actions: {} },
  {
    keys: ['keyNames.delete'],
    meaning: 'help.keys.remove',
    actions: { Delete: (_pane, room) => room.remove(), Backspace: (_pane, room) => room.remove() },
  },
  {
    keys: ['keyNames.control', 'Z'],
    meaning: 'help.keys.undo',
    actions: { 'Ctrl+z': (_pane, room) => room.undo() },
  },
  { keys: ['N'], meaning: 'help.keys.list', actions: { n: (_pane, room) => room.list() } },
  { keys: ['R'], meaning: 'help.keys.rotate', actions: { r: (pane) => pane.rotate() } },
  {
    keys: ['keyNames.shift', 'R'],
    meaning: 'help.keys.rotateBack',
    actions: { 'Shift+r': (pane) => pane.rotate(true) },
  },
  {
    keys: ['H', 'V'],
    meaning: 'help.keys.flip',
    actions: { h: (pane) => pane.flip('leftRight'), v: (pane) => pane.flip('upDown') },
  },
  { keys: ['I'], meaning: 'help.keys.invert', actions: { i: (pane) => pane.invert() } },
  { keys: ['O'], meaning: 'help.keys.drawings', actions: { o: (pane) => pane.toggleDrawings() } },
  {
    keys: ['keyNames.space'],
    meaning: 'help.keys.play',
    actions: { ' ': (pane) => (pane.state().playing ? pane.pause() : pane.play()) },
  },
  {
    keys: [',', '.'],
    meaning: 'help.keys.speed',
    actions: { ',': (pane) => pane.faster(-1), '.': (pane) => pane.faster(1) },
  },
  { keys: ['C'], meaning: 'help.keys.compare', actions: { c: (_pane, room) => room.compare() } },
  { keys: ['K'], meaning: 'help.keys.link', actions: { k: (_pane, room) => room.link() } },
  { keys: ['keyNames.tab'], meaning: 'help.keys.pane', actions: {} },
];

const actions: Record<string, PaneAction> = Object.assign({}, ...keyLines.map((line) => line.actions));

/** The action of a key press, or undefined for other keys. */
export function actionOf({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>): PaneAction | undefined {
  if (altKey || ((ctrlKey || metaKey) && shiftKey)) return undefined;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return actions[ctrlKey || metaKey ? `Ctrl+${name}` : shiftKey ? `Shift+${name}` : name];
}
