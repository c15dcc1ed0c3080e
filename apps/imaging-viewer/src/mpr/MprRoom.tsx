import {
  BackIcon,
  Button,
  DownIcon,
  IconButton,
  Menu,
  RetryIcon,
  Toolbar,
  ToolbarButton,
  useDesk,
  ZoomInIcon,
  ZoomOutIcon,
} from '@konsil/ui';
import { useEffect, useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { LoadedVolume } from '../engine/load-volume.ts';
import { planesOf, type Slab, type Voxel } from '../study/reslice.ts';
import type { Series } from '../study/study.ts';
import { InvertIcon, ResetIcon } from '../workbench/icons.ts';
import { PresetMenu } from '../workbench/PresetMenu.tsx';
import { usePaneState } from '../workbench/usePaneState.ts';
import { CutPane } from './CutPane.tsx';
import { useVolume } from './useVolume.ts';

interface MprRoomProps {
  series: Series;
  /** The picture of the stack: its window is that of the planes. */
  pane: ImagePane;
  /** True if the stack has outlines or segmentations, which the planes do not show. */
  withoutRegions: boolean;
  onClose: () => void;
}

const thicknesses = [0, 3, 5, 10, 20, 40] as const;
const hows = ['most', 'mean', 'least'] as const;
const mostZoom = 12;

/** A series as three planes at right angles, with one crosshair. Loaded when it is asked for. */
export function MprRoom({ series, pane, withoutRegions, onClose }: MprRoomProps) {
  const { t } = useWords();
  const { state, retry } = useVolume(series);
  if (state.phase === 'ready')
    return <Planes volume={state.volume} pane={pane} withoutRegions={withoutRegions} onClose={onClose} />;
  return (
    <Room onClose={onClose}>
      <Toolbar className="tools mpr-tools" aria-label={t('toolbar')}>
        <Back onClose={onClose} />
      </Toolbar>
      <div className="mpr-note" role={state.phase === 'loading' ? 'status' : 'alert'}>
        {state.phase === 'loading' && (
          <>
            <p>{t('mpr.loading', { done: state.done, of: state.of })}</p>
            <progress value={state.done} max={state.of} />
          </>
        )}
        {state.phase === 'none' && (
          <>
            <h2>{t('mpr.none')}</h2>
            <p>{t(`mpr.why.${state.why}`)}</p>
          </>
        )}
        {state.phase === 'failed' && (
          <>
            <p>{t('mpr.failed')}</p>
            <Button icon={<RetryIcon />} onClick={retry}>
              {t('retry')}
            </Button>
          </>
        )}
      </div>
    </Room>
  );
}

/** Closed by Escape from any of its controls; a menu above it has its own. */
function Room({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useWords();
  const ref = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const room = ref.current;
    const escape = ({ key }: KeyboardEvent) => key === 'Escape' && close.current();
    room?.addEventListener('keydown', escape);
    // The button that opened it is gone.
    if (document.activeElement === document.body) room?.focus({ preventScroll: true });
    return () => room?.removeEventListener('keydown', escape);
  }, []);
  return (
    <section ref={ref} className="mpr" aria-label={t('mpr.title')} tabIndex={-1}>
      {children}
    </section>
  );
}

function Back({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <ToolbarButton
      render={
        <Button variant="quiet" size="small" icon={<BackIcon />} onClick={onClose}>
          {t('mpr.back')}
        </Button>
      }
    />
  );
}

/** With its words where there is room. */
function Press({ icon, words, onPress }: { icon: ReactElement; words: string; onPress: () => void }) {
  const desk = useDesk();
  if (!desk) return <ToolbarButton render={<IconButton label={words} icon={icon} onClick={onPress} />} />;
  return (
    <ToolbarButton
      render={
        <Button variant="quiet" size="small" icon={icon} onClick={onPress}>
          {words}
        </Button>
      }
    />
  );
}

/** One of a few, in a menu that is labelled with the current one. */
function Choice({
  label,
  words,
  options,
}: {
  label: string;
  words: string;
  options: { label: string; onSelect: () => void }[];
}) {
  return (
    <Menu
      align="start"
      trigger={
        <ToolbarButton
          render={
            <Button variant="quiet" size="small" icon={<DownIcon />} aria-label={`${label}: ${words}`}>
              {words}
            </Button>
          }
        />
      }
      items={options}
    />
  );
}

/** The loaded planes and their tools. */
function Planes({ volume, pane, withoutRegions, onClose }: { volume: LoadedVolume } & Omit<MprRoomProps, 'series'>) {
  const { t, number } = useWords();
  const { grid, own } = volume;
  const state = usePaneState(pane);
  const planes = useMemo(() => planesOf(grid), [grid]);
  const [voxel, setVoxel] = useState<Voxel>(() => startIn(volume, pane));
  const [slab, setSlab] = useState<Slab>({ thickness: 0, how: 'most' });
  const [zoom, setZoom] = useState(1);
  const { window: chosen, inverted } = pane.chosen;
  const zoomBy = (factor: number) => setZoom(Math.max(1, Math.min(mostZoom, zoom * factor)));
  const thicknessWords = (thickness: number): string =>
    thickness === 0 ? t('mpr.single') : t('mpr.millimetres', { value: number(thickness) });
  const close = () => {
    const image = grid.images[voxel[2]];
    const index = image ? (pane.series?.images.indexOf(image) ?? -1) : -1;
    if (index >= 0) pane.goTo(index);
    onClose();
  };
  const reset = () => {
    setZoom(1);
    setVoxel(grid.size.map((count) => Math.floor(count / 2)) as unknown as Voxel);
    setSlab({ ...slab, thickness: 0 });
  };
  return (
    <Room onClose={close}>
      <Toolbar className="tools mpr-tools" aria-label={t('toolbar')}>
        <Back onClose={close} />
        <PresetMenu pane={pane} state={state} />
        <Press icon={<InvertIcon />} words={t('mpr.invert')} onPress={() => pane.invert()} />
        <Press icon={<ZoomInIcon />} words={t('mpr.larger')} onPress={() => zoomBy(1.5)} />
        <Press icon={<ZoomOutIcon />} words={t('mpr.smaller')} onPress={() => zoomBy(1 / 1.5)} />
        <Press icon={<ResetIcon />} words={t('mpr.reset')} onPress={reset} />
        <Choice
          label={t('mpr.thickness')}
          words={thicknessWords(slab.thickness)}
          options={thicknesses.map((one) => ({
            label: thicknessWords(one),
            onSelect: () => setSlab({ ...slab, thickness: one }),
          }))}
        />
        {slab.thickness > 0 && (
          <Choice
            label={t('mpr.shows')}
            words={t(`mpr.hows.${slab.how}`)}
            options={hows.map((one) => ({
              label: t(`mpr.hows.${one}`),
              onSelect: () => setSlab({ ...slab, how: one }),
            }))}
          />
        )}
      </Toolbar>
      {withoutRegions && <p className="mpr-without">{t('regions.notInPlanes')}</p>}
      <div className="mpr-planes">
        {planes.map((plane, place) => (
          <CutPane
            key={plane.across}
            volume={volume}
            plane={plane}
            voxel={voxel}
            slab={slab}
            view={chosen ?? own}
            inverse={volume.inverse !== inverted}
            zoom={zoom}
            focusFirst={place === 0}
            onVoxel={setVoxel}
            onZoom={zoomBy}
            onWindow={(by) => pane.dragWindow(by)}
          />
        ))}
      </div>
    </Room>
  );
}

/** The middle of the picture that the stack shows. */
function startIn({ grid }: LoadedVolume, pane: ImagePane): Voxel {
  const slice = pane.image ? grid.images.indexOf(pane.image) : -1;
  const [columns, rows, slices] = grid.size;
  return [Math.floor(columns / 2), Math.floor(rows / 2), slice >= 0 ? slice : Math.floor(slices / 2)];
}
