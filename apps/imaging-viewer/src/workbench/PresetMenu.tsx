import { Button, DownIcon, Menu } from '@konsil/ui';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { PaneState } from '../engine/pane-state.ts';
import { presetsOf } from './presets.ts';

/** The windows to choose from, behind the one in use. Colour pictures have none. */
export function PresetMenu({ pane, state: { window } }: { pane: ImagePane | null; state: PaneState }) {
  const words = useWords();
  const { t, number } = words;
  if (!pane?.series || !window) return null;
  const values = { width: number(window.width), center: number(window.center) };
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="quiet" size="small" aria-label={`${t('actions.presets')} (${t('pane.windowLong', values)})`} icon={<DownIcon />}>
          {t('pane.window', values)}
        </Button>
      }
      items={presetsOf(pane.series, words).map((preset) => ({ label: preset.name, onSelect: () => preset.apply(pane) }))}
    />
  );
}
