import { useWords } from '../app/words.ts';
import type { PaneState } from '../engine/pane-state.ts';
import { windowWords } from './window-words.ts';

interface PaneCornersProps {
  name: string;
  place: string;
  state: PaneState;
}

/** Facts in the picture's corners, and orientation letters at its edges. */
export function PaneCorners({ name, place, state: { phase, window, zoom, sides } }: PaneCornersProps) {
  const words = useWords();
  const { t, number } = words;
  const inView = phase === 'shown' || (phase === 'loading' && window !== null);
  return (
    <div className="corners" aria-hidden="true">
      <p className="corner-name">{name}</p>
      <p className="corner-place">{place}</p>
      {inView && window && <p className="corner-window">{windowWords(words, window)}</p>}
      {inView && <p className="corner-zoom">{t('pane.zoom', { percent: number(zoom * 100) })}</p>}
      {inView &&
        sides &&
        Object.entries(sides).map(([edge, letters]) => (
          <p key={edge} className="side" data-edge={edge}>
            {letters.join('')}
          </p>
        ))}
    </div>
  );
}
