import { BrandMark, Button, IconButton, useDesk } from '@konsil/ui';
import { CloseButton } from '../app/CloseButton.tsx';
import { useWords } from '../app/words.ts';
import type { Study } from '../study/study.ts';
import { SeriesIcon } from './icons.ts';

export interface StudyBarProps {
  study: Study;
  listOpen: boolean;
  onToggleList: () => void;
  /** The number of other studies of the person. */
  others: number;
}

/** The patient of the pictures, and the close button. */
export function StudyBar({ study, listOpen, onToggleList, others }: StudyBarProps) {
  const { t, day } = useWords();
  const desk = useDesk();
  const facts = [
    study.birthDate && t('born', { day: day(study.birthDate) }),
    study.date && t('studyOf', { day: day(study.date) }),
    study.description,
  ];
  return (
    <header className="bar">
      <BrandMark className="bar-mark" />
      <div className="bar-study">
        <h1>{study.patientName || t('unknownPatient')}</h1>
        <p>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <p className="caveat">{t('notForDiagnosis')}</p>
      {others > 0 && !listOpen && desk ? (
        <Button
          variant="secondary"
          size="small"
          icon={<SeriesIcon />}
          aria-expanded={listOpen}
          aria-controls="series"
          onClick={onToggleList}
        >
          {t('others.count', { count: others })}
        </Button>
      ) : (
        <IconButton
          label={listOpen ? t('hideSeries') : others > 0 ? t('others.show', { count: others }) : t('showSeries')}
          icon={<SeriesIcon />}
          aria-expanded={listOpen}
          aria-controls="series"
          onClick={onToggleList}
        />
      )}
      <CloseButton />
    </header>
  );
}
