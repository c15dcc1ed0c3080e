import { useWords } from '../app/words.ts';
import type { PaneState } from '../engine/pane-state.ts';

/** The position in the series as a slider for mouse and touch. The keyboard uses the picture itself. */
export function PlaceBar({ state: { index, total }, onGo }: { state: PaneState; onGo: (index: number) => void }) {
  const { t } = useWords();
  return (
    <input
      className="place-bar"
      type="range"
      min={1}
      max={total}
      value={index + 1}
      tabIndex={-1}
      aria-label={t('pane.slider')}
      onChange={(event) => onGo(Number(event.target.value) - 1)}
    />
  );
}
