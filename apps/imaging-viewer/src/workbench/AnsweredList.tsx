import type { ComparableMeasurement } from '@konsil/contracts/measured-changes';
import type { AnsweredMeasurements } from '@konsil/contracts/measurements';
import { measuredImage, measuredWords, measurementName } from '@konsil/contracts/measured-words';
import { Button, DownloadIcon } from '@konsil/ui';
import { useState } from 'react';
import { useWords } from '../app/words.ts';
import { pictureAt } from '../study/image-place.ts';
import type { Series } from '../study/study.ts';
import { ChangeLine } from './ChangeLine.tsx';
import { ShowIcon } from './icons.ts';
import type { Answered, FixedMeasurement } from './useAnswered.ts';

interface AnsweredListProps {
  answered: Answered;
  comparables: readonly ComparableMeasurement[];
  series: readonly Series[];
  /** The study that an exported report belongs to. */
  study: string;
  selected: string | null;
  onShow: (item: FixedMeasurement) => void;
}

/** The measurements of sent answers, by answer: to read and to show, not to change. */
export function AnsweredList({ answered, comparables, series, study, selected, onShow }: AnsweredListProps) {
  const { t, day, language } = useWords();
  const [failed, setFailed] = useState(false);
  const isOpen = (item: FixedMeasurement) => pictureAt(item, series) !== null;
  const download = (group: AnsweredMeasurements) => {
    setFailed(false);
    import('./download-report.ts').then(
      ({ downloadAnswered }) => downloadAnswered(group, series, { study, language }),
      () => setFailed(true),
    );
  };
  return answered.groups.map((group) => {
    const items = answered.items.filter((item) => item.answerId === group.answer_id && isOpen(item));
    if (items.length === 0) return null;
    return (
      <section className="answered" key={group.answer_id}>
        <h3>{t('measures.by', { doctor: group.doctor, day: day(group.answered_at.slice(0, 10)) })}</h3>
        <ol>
          {items.map((item) => (
            <li key={item.id} data-selected={item.id === selected}>
              <strong>{measurementName(item, language)}</strong>
              <p className="measurement-value">{measuredWords(item.numbers, language)}</p>
              <ChangeLine id={item.id} comparables={comparables} />
              <p className="measurement-place">{measuredImage(item, language)}</p>
              <div className="measurement-acts">
                <Button variant="quiet" size="small" icon={<ShowIcon />} onClick={() => onShow(item)}>
                  {t('measures.show')}
                </Button>
              </div>
            </li>
          ))}
        </ol>
        {items.some((item) => item.study === study) && (
          <Button variant="quiet" size="small" icon={<DownloadIcon />} onClick={() => download(group)}>
            {t('measures.report')}
          </Button>
        )}
        {failed && <p role="alert">{t('partMissing')}</p>}
      </section>
    );
  });
}
