import type { ComparableMeasurement } from '@konsil/contracts/measured-changes';
import type { Measurement } from '@konsil/contracts/measurements';
import { Button, CloseIcon, DownloadIcon, IconButton, UndoIcon } from '@konsil/ui';
import { useState } from 'react';
import { useWords } from '../app/words.ts';
import { loadedValues } from '../engine/values.ts';
import { pictureAt } from '../study/image-place.ts';
import type { Series } from '../study/study.ts';
import { AnsweredList } from './AnsweredList.tsx';
import { ChangeLine } from './ChangeLine.tsx';
import { ClearIcon, DeleteIcon, ForAnswerIcon, ShowIcon } from './icons.ts';
import { measurementLines } from './measurement-words.ts';
import type { Answered, FixedMeasurement } from './useAnswered.ts';
import type { MeasurementsState } from './useMeasurements.ts';

export interface MeasurementListProps {
  measurements: MeasurementsState;
  /** Every series of the open studies. */
  series: readonly Series[];
  answered: Answered;
  /** Every measurement that one of these may be compared with, and itself. */
  comparables: readonly ComparableMeasurement[];
  /** Decides if the doctor can send a measurement with the answer; `foreign`: its images name another person. */
  forAnswer: (measurement: Measurement) => 'yes' | 'noValue' | 'foreign' | 'no';
  onMark: (measurement: Measurement, marked: boolean) => void;
  onShow: (measurement: Measurement | FixedMeasurement) => void;
  /** The study that an exported report belongs to. */
  study: string;
  onClear: () => void;
  onClose: () => void;
}

/** All measurements of the case: a press shows one in its picture. */
export function MeasurementList({
  measurements,
  answered,
  comparables,
  forAnswer,
  series,
  study,
  onMark,
  onShow,
  onClear,
  onClose,
}: MeasurementListProps) {
  const words = useWords();
  const { t, day, time } = words;
  const { items, keeping, savedAt, selected, canUndo } = measurements;
  const [exported, setExported] = useState<{ done: number; of: number } | 'failed' | null>(null);
  const download = () =>
    import('./download-report.ts').then(
      ({ downloadReport }) =>
        setExported({ done: downloadReport(items, series, { study, language: words.language }), of: items.length }),
      () => setExported('failed'),
    );
  return (
    <aside className="measurements" id="measurements" aria-label={t('measures.title')}>
      <header>
        <h2>{t('measures.title')}</h2>
        <IconButton label={t('measures.undo')} icon={<UndoIcon />} unavailable={!canUndo} onClick={measurements.undo} />
        <IconButton label={t('measures.hide')} icon={<CloseIcon />} onClick={onClose} />
      </header>
      <AnsweredList
        answered={answered}
        comparables={comparables}
        series={series}
        study={study}
        selected={selected}
        onShow={onShow}
      />
      {items.length === 0 && answered.items.length === 0 && <p className="measurements-none">{t('measures.none')}</p>}
      <ol>
        {items.map((item, at) => {
          const found = pictureAt(item, series);
          const able = forAnswer(item);
          const lines = found ? measurementLines(words, item, found.image, loadedValues(found.image.id)) : [];
          return (
            <li key={item.id} data-selected={item.id === selected}>
              <div className="measurement-head">
                <span className="measurement-number">{at + 1}</span>
                <input
                  value={item.name}
                  maxLength={120}
                  aria-label={t('measures.nameOf', { number: at + 1 })}
                  placeholder={t(`measures.kinds.${item.kind}`)}
                  onFocus={() => measurements.select(item.id)}
                  onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
                  // Kept with each letter: the list may close, and the tab, before the field is left.
                  onChange={({ currentTarget: { value } }) => measurements.change(item.id, { name: value })}
                  onBlur={({ currentTarget: { value } }) =>
                    value.trim() !== value && measurements.change(item.id, { name: value.trim() })
                  }
                />
              </div>
              <p className="measurement-value">
                {lines.length > 0 ? lines.join(' · ') : item.kind === 'arrow' ? '' : t('measures.noValue')}
              </p>
              <ChangeLine id={item.id} comparables={comparables} />
              <p className="measurement-place">
                {found
                  ? [
                      found.series.studyDate && day(found.series.studyDate),
                      t('pane.place', { index: found.index + 1, total: found.series.images.length }),
                    ]
                      .filter(Boolean)
                      .join(' · ')
                  : t('measures.notOpen')}
              </p>
              {able === 'foreign' && <p className="measurement-place">{t('measures.foreign')}</p>}
              {able === 'yes' && (
                <Button
                  variant="quiet"
                  size="small"
                  icon={<ForAnswerIcon />}
                  aria-pressed={item.for_answer !== undefined}
                  onClick={() => onMark(item, item.for_answer === undefined)}
                >
                  {t(item.for_answer ? 'measures.marked' : 'measures.mark')}
                </Button>
              )}
              <div className="measurement-acts">
                {found && (
                  <Button variant="quiet" size="small" icon={<ShowIcon />} onClick={() => onShow(item)}>
                    {t('measures.show')}
                  </Button>
                )}
                <IconButton
                  label={t('measures.remove')}
                  of={String(at + 1)}
                  icon={<DeleteIcon />}
                  onClick={() => measurements.remove(item.id)}
                />
              </div>
            </li>
          );
        })}
      </ol>
      <footer>
        <p role="status">
          {items.length === 0 && keeping === 'here'
            ? ''
            : keeping === 'saved' && savedAt
              ? t('measures.savedAt', { time: time(savedAt) })
              : t(`measures.keeping.${keeping}`)}
        </p>
        {items.length > 0 && (
          <>
            <Button variant="quiet" size="small" icon={<DownloadIcon />} onClick={() => void download()}>
              {t('measures.report')}
            </Button>
            {exported === 'failed' && <p role="alert">{t('partMissing')}</p>}
            {typeof exported === 'object' && exported && exported.done < exported.of && (
              <p role="status">{t('measures.reported', exported)}</p>
            )}
            <Button variant="quiet" size="small" icon={<ClearIcon />} onClick={onClear}>
              {t('actions.clear')}
            </Button>
          </>
        )}
      </footer>
    </aside>
  );
}
