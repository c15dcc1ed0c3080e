import { useWords } from '../app/words.ts';
import type { PaneState } from '../engine/pane-state.ts';
import { slicePosition, thicknessOf } from '../study/place.ts';
import { spanBetween } from '../study/hanging.ts';
import type { Image, Study } from '../study/study.ts';
import { rateWords } from './rate-words.ts';
import { scaleBarOf } from './scale-bar.ts';
import { windowWords } from './window-words.ts';

export interface ExaminationShown {
  study: Study;
  /** The one that the time is counted from; null for that one itself. */
  against: Study | null;
  /** True if its images name another person. */
  foreign: boolean;
}

interface PaneCornersProps {
  name: string;
  place: string;
  image: Image | undefined;
  state: PaneState;
  /** The size of the picture in canvas pixels. */
  size: { width: number; height: number };
  examination: ExaminationShown | null;
  follows: { within: boolean; sameSpace: boolean } | null;
  /** Shows only which picture it is, without medical terms. */
  plain: boolean;
}

/** Slice position and thickness, as far as the file declares them. */
function SliceWords({ image }: { image: Image }) {
  const { t, number } = useWords();
  const [position, thickness] = [slicePosition(image), thicknessOf(image)];
  const parts = [
    position &&
      t('pane.position', { axis: position.axis ?? '', value: number(position.millimetres, 1) }).replace(/\s+/g, ' '),
    thickness !== null && t('pane.thickness', { value: number(thickness, thickness % 1 === 0 ? 0 : 2) }),
  ].filter(Boolean);
  return parts.length > 0 && <p className="corner-slice">{parts.join(' · ')}</p>;
}

/** The zoom: a length to compare with, or a percentage where the file has no pixel size. */
function Scale({ state: { ruler, zoom }, size }: Pick<PaneCornersProps, 'state' | 'size'>) {
  const { t, number } = useWords();
  const bar = ruler && scaleBarOf(ruler.perMillimetre, size.width);
  if (!ruler || !bar) return <p className="corner-zoom">{t('pane.zoom', { percent: number(zoom * 100) })}</p>;
  const { millimetres, pixels } = bar;
  const words =
    millimetres >= 10
      ? t('pane.barCentimetres', { value: number(millimetres / 10) })
      : t('pane.barMillimetres', { value: number(millimetres, millimetres < 0.1 ? 2 : millimetres < 1 ? 1 : 0) });
  const field = [size.width, size.height].map((side) => number(side / ruler.perMillimetre / 10, 1));
  return (
    <div className="corner-zoom">
      <p className="corner-field">{t('pane.field', { width: field[0] ?? '', height: field[1] ?? '' })}</p>
      <p className="scale-bar">
        <span style={{ inlineSize: `${pixels}px` }} />
        {ruler.scale === 'body' ? words : t(`pane.bar.${ruler.scale}`, { value: words })}
      </p>
    </div>
  );
}

/** Names the examination of a pane while two are compared. */
function Examination({ study, against, foreign }: ExaminationShown) {
  const { t, day, span } = useWords();
  const between = against && spanBetween(against.date, study.date);
  const age = !against
    ? t('others.current')
    : between && t(between.later ? 'others.later' : 'others.earlier', { span: span(between.count, between.unit) });
  return (
    <>
      <p className="corner-date">{study.date ? day(study.date) : t('others.noDate')}</p>
      <p className={against ? 'corner-age corner-prior' : 'corner-age'}>
        {[foreign && t('others.foreign'), age, study.institution].filter(Boolean).join(' · ')}
      </p>
    </>
  );
}

/** Facts in the picture's corners, and orientation letters at its edges. */
export function PaneCorners({ name, place, image, state, size, examination, follows, plain }: PaneCornersProps) {
  const words = useWords();
  const { t, number } = words;
  const { phase, window, sides, loaded, playing, speed } = state;
  const inView = phase === 'shown' || (phase === 'loading' && window !== null);
  const loading = loaded.of > 1 && loaded.done < loaded.of;
  if (plain)
    return (
      <div className="corners" aria-hidden="true">
        <div className="corner-place">
          <p>{place}</p>
        </div>
      </div>
    );
  return (
    <div className="corners" aria-hidden="true">
      <div className="corner-name">
        {examination && <Examination {...examination} />}
        <p>{name}</p>
      </div>
      <div className="corner-place">
        <p>{place}</p>
        {follows && (
          <p className={follows.within ? 'corner-follows' : 'corner-follows corner-missing'}>
            {follows.within ? t(follows.sameSpace ? 'pane.follows' : 'pane.followsRoughly') : t('pane.notWithin')}
          </p>
        )}
        {loading && <p className="corner-loaded">{t('pane.loaded', { done: loaded.done, of: loaded.of })}</p>}
        {(playing || speed !== 1) && (
          <p>
            {t('pane.speed', { speed: number(speed, speed % 1 === 0 ? 0 : 2) })} · {rateWords(words, image, speed)}
          </p>
        )}
      </div>
      {inView && (
        <div className="corner-window">
          {phase === 'shown' && image && <SliceWords image={image} />}
          {window && <p>{windowWords(words, window)}</p>}
        </div>
      )}
      {inView && <Scale state={state} size={size} />}
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
