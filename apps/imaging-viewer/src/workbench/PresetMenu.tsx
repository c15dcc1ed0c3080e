import { Button, DownIcon, Menu, ToolbarButton, useDesk } from '@konsil/ui';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { PaneState } from '../engine/pane-state.ts';
import { presetsOf } from './presets.ts';
import { windowWords } from './window-words.ts';

/**
 * The menu of windows, labelled with the current one; on phones a corner of the picture shows it. Not for colour
 * pictures.
 */
export function PresetMenu({ pane, state: { window } }: { pane: ImagePane | null; state: PaneState }) {
  const words = useWords();
  const { t } = words;
  const desk = useDesk();
  if (!pane?.series || !window) return null;
  return (
    <Menu
      align="start"
      trigger={
        <ToolbarButton
          render={
            <Button
              variant="quiet"
              size="small"
              aria-label={`${t('actions.presets')} (${windowWords(words, window, { long: true })})`}
              icon={<DownIcon />}
            >
              {desk ? windowWords(words, window) : t('actions.presets')}
            </Button>
          }
        />
      }
      items={presetsOf(pane.series, words).map((preset, index) => ({
        label: [preset.name, preset.numbers, index < 9 ? t('presets.key', { number: index + 1 }) : '']
          .filter(Boolean)
          .join(' · '),
        onSelect: () => preset.apply(pane),
      }))}
    />
  );
}
