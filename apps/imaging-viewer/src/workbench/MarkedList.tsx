import { measuredWords, measurementName } from '@konsil/contracts/measured-words';
import { Button, CloseIcon, IconButton } from '@konsil/ui';
import { useWords } from '../app/words.ts';
import { pictureAt } from '../study/image-place.ts';
import type { Series } from '../study/study.ts';
import { ShowIcon } from './icons.ts';
import type { Answered, FixedMeasurement } from './useAnswered.ts';

interface MarkedListProps {
  answered: Answered;
  series: readonly Series[];
  selected: string | null;
  onShow: (item: FixedMeasurement) => void;
  onClose: () => void;
}

/** The doctor's marks in plain words: a press shows each in its picture. */
export function MarkedList({ answered, series, selected, onShow, onClose }: MarkedListProps) {
  const { t, day, language } = useWords();
  return (
    <aside className="measurements" id="measurements" aria-label={t('plain.marked')}>
      <header>
        <h2>{t('plain.marked')}</h2>
        <IconButton label={t('measures.hide')} icon={<CloseIcon />} onClick={onClose} />
      </header>
      {answered.groups.map((group) => {
        const items = answered.items.flatMap((item) => {
          const found = item.answerId === group.answer_id ? pictureAt(item, series) : null;
          return found ? [{ item, found }] : [];
        });
        if (items.length === 0) return null;
        return (
          <section className="answered" key={group.answer_id}>
            <h3>{t('measures.by', { doctor: group.doctor, day: day(group.answered_at.slice(0, 10)) })}</h3>
            <ol>
              {items.map(({ item, found }) => (
                <li key={item.id} data-selected={item.id === selected}>
                  <strong>{measurementName(item, language)}</strong>
                  <p className="measurement-value">{measuredWords(item.numbers, language)}</p>
                  <p className="measurement-place">
                    {t('pane.place', { index: found.index + 1, total: found.series.images.length })}
                  </p>
                  <div className="measurement-acts">
                    <Button variant="secondary" icon={<ShowIcon />} onClick={() => onShow(item)}>
                      {t('measures.show')}
                    </Button>
                  </div>
                </li>
              ))}
            </ol>
          </section>
        );
      })}
    </aside>
  );
}
