import type { ViewerKey, ViewerKeys } from '@konsil/contracts/shortcut-keys';
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
  /** The series as three planes. */
  planes: () => void;
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

/** The actions of the letters, which the reader chooses in the settings of the portal. */
const acts: Record<ViewerKey, PaneAction> = {
  window: choose('window'),
  pan: choose('pan'),
  zoom: choose('zoom'),
  scroll: choose('scroll'),
  magnify: choose('magnify'),
  length: choose('length'),
  bidirectional: choose('bidirectional'),
  angle: choose('angle'),
  cobb: choose('cobb'),
  ellipse: choose('ellipse'),
  rectangle: choose('rectangle'),
  arrow: choose('arrow'),
  list: (_pane, room) => room.list(),
  rotate: (pane) => pane.rotate(),
  flipLeftRight: (pane) => pane.flip('leftRight'),
  flipUpDown: (pane) => pane.flip('upDown'),
  invert: (pane) => pane.invert(),
  drawings: (pane) => pane.toggleDrawings(),
  compare: (_pane, room) => room.compare(),
  link: (_pane, room) => room.link(),
  planes: (_pane, room) => room.planes(),
};

/** A line about single-character shortcuts; none if the reader switched those off. */
const single = (keys: ViewerKeys | null, line: KeyLine): KeyLine[] => (keys === null ? [] : [line]);
/** A line about shortcuts whose letters the reader can change. */
const letters = (keys: ViewerKeys | null, meaning: WordKey, ...names: ViewerKey[]): KeyLine[] =>
  keys === null
    ? []
    : single(keys, {
        keys: names.map((name) => keys[name].toUpperCase()),
        meaning,
        actions: Object.fromEntries(names.map((name) => [keys[name], acts[name]])),
      });

/** Every key of a picture, in the order of the help, with the reader's letters. */
export const keyLinesOf = (keys: ViewerKeys | null): KeyLine[] => [
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
  ...single(keys, {
    keys: ['1', '…', '9'],
    meaning: 'help.keys.preset',
    actions: Object.fromEntries(
      Array.from({ length: 9 }, (_, at): [string, PaneAction] => [
        String(at + 1),
        (pane, { presets }) => presets[at]?.apply(pane),
      ]),
    ),
  }),
  ...single(keys, { keys: ['0'], meaning: 'help.keys.reset', actions: { '0': (pane) => pane.reset() } }),
  ...letters(keys, 'help.keys.tools', 'window', 'pan', 'zoom', 'scroll', 'magnify'),
  ...letters(keys, 'help.keys.measuring', 'length', 'bidirectional', 'angle', 'cobb', 'ellipse', 'rectangle', 'arrow'),
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
  ...letters(keys, 'help.keys.list', 'list'),
  ...letters(keys, 'help.keys.rotate', 'rotate'),
  ...single(keys, {
    keys: ['keyNames.shift', keys?.rotate.toUpperCase() ?? ''],
    meaning: 'help.keys.rotateBack',
    actions: { [`Shift+${keys?.rotate}`]: (pane) => pane.rotate(true) },
  }),
  ...letters(keys, 'help.keys.flip', 'flipLeftRight', 'flipUpDown'),
  ...letters(keys, 'help.keys.invert', 'invert'),
  ...letters(keys, 'help.keys.drawings', 'drawings'),
  {
    keys: ['keyNames.space'],
    meaning: 'help.keys.play',
    actions: { ' ': (pane) => (pane.state().playing ? pane.pause() : pane.play()) },
  },
  ...single(keys, {
    keys: [',', '.'],
    meaning: 'help.keys.speed',
    actions: { ',': (pane) => pane.faster(-1), '.': (pane) => pane.faster(1) },
  }),
  ...letters(keys, 'help.keys.compare', 'compare'),
  ...letters(keys, 'help.keys.planes', 'planes'),
  ...letters(keys, 'help.keys.link', 'link'),
  { keys: ['keyNames.tab'], meaning: 'help.keys.pane', actions: {} },
];

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Maps a key press to its action, with the reader's keys; undefined for other keys. */
export function actionsOf(keys: ViewerKeys | null): (pressed: Pressed) => PaneAction | undefined {
  const actions = new Map(keyLinesOf(keys).flatMap((line) => Object.entries(line.actions)));
  return ({ key, shiftKey, ctrlKey, metaKey, altKey }) => {
    if (altKey || ((ctrlKey || metaKey) && shiftKey)) return undefined;
    const name = key.length === 1 ? key.toLowerCase() : key;
    return actions.get(ctrlKey || metaKey ? `Ctrl+${name}` : shiftKey ? `Shift+${name}` : name);
  };
}
