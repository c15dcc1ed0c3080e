import { BackIcon, Button, NextIcon, Toolbar, ToolbarButton, ZoomInIcon, ZoomOutIcon } from '@konsil/ui';
import type { ComponentPropsWithRef, ReactElement } from 'react';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { AllToolsIcon, BrighterIcon, DarkerIcon, ForAnswerIcon, RegionsIcon, ResetIcon, SeriesIcon } from './icons.ts';
import { usePaneState } from './usePaneState.ts';

interface PlainBarProps {
  pane: ImagePane | null;
  /** The number of measurements that the doctor sent. */
  marked: number;
  markedOpen: boolean;
  onMarked: () => void;
  /** The number of objects with marked regions. */
  regions: number;
  regionsOpen: boolean;
  onRegions: () => void;
  /** True if there are other images to choose. */
  series: boolean;
  seriesOpen: boolean;
  onSeries: () => void;
  onAllTools: () => void;
}

interface LargeProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  icon: ReactElement;
  words: string;
  unavailable?: boolean;
}

/** A large button with its words. */
function Large({ icon, words, unavailable = false, onClick, ...more }: LargeProps) {
  return (
    <ToolbarButton
      render={
        <Button
          variant="secondary"
          icon={icon}
          aria-disabled={unavailable || undefined}
          onClick={unavailable ? undefined : onClick}
          {...more}
        >
          {words}
        </Button>
      }
    />
  );
}

/** The patient's few tools in plain words; all tools are one press away. */
export function PlainBar({
  pane,
  marked,
  markedOpen,
  onMarked,
  regions,
  regionsOpen,
  onRegions,
  series,
  seriesOpen,
  onSeries,
  onAllTools,
}: PlainBarProps) {
  const { t } = useWords();
  const state = usePaneState(pane);
  const noShades = state.window === null;
  return (
    <Toolbar className="tools plain-tools" aria-label={t('toolbar')}>
      {state.total > 1 && (
        <>
          <Large
            icon={<BackIcon />}
            words={t('plain.previous')}
            unavailable={state.index === 0}
            onClick={() => pane?.step(-1)}
          />
          <Large
            icon={<NextIcon />}
            words={t('plain.next')}
            unavailable={state.index + 1 >= state.total}
            onClick={() => pane?.step(1)}
          />
        </>
      )}
      <Large
        icon={<BrighterIcon />}
        words={t('plain.brighter')}
        unavailable={noShades}
        onClick={() => pane?.brighten(1)}
      />
      <Large
        icon={<DarkerIcon />}
        words={t('plain.darker')}
        unavailable={noShades}
        onClick={() => pane?.brighten(-1)}
      />
      <Large icon={<ZoomInIcon />} words={t('plain.larger')} onClick={() => pane?.zoomBy(1.25)} />
      <Large icon={<ZoomOutIcon />} words={t('plain.smaller')} onClick={() => pane?.zoomBy(0.8)} />
      <Large icon={<ResetIcon />} words={t('plain.reset')} onClick={() => pane?.reset()} />
      {marked > 0 && (
        <Large
          icon={<ForAnswerIcon />}
          words={t('plain.marked')}
          aria-pressed={markedOpen}
          aria-controls="measurements"
          onClick={onMarked}
        />
      )}
      {regions > 0 && (
        <Large
          icon={<RegionsIcon />}
          words={t('plain.regions')}
          aria-pressed={regionsOpen}
          aria-controls="regions"
          onClick={onRegions}
        />
      )}
      {series && (
        <Large
          icon={<SeriesIcon />}
          words={t('plain.others')}
          aria-expanded={seriesOpen}
          aria-controls="series"
          onClick={onSeries}
        />
      )}
      <Large icon={<AllToolsIcon />} words={t('plain.allTools')} onClick={onAllTools} />
    </Toolbar>
  );
}
