import { BrandMark, IconButton } from '@konsil/ui';
import { CloseButton } from '../app/CloseButton.tsx';
import { useWords } from '../app/words.ts';
import type { Study } from '../study/study.ts';
import { SeriesIcon } from './icons.ts';

export interface StudyBarProps {
  study: Study;
  listOpen: boolean;
  onToggleList: () => void;
}

/** The patient of the pictures, and the close button. */
export function StudyBar({ study, listOpen, onToggleList }: StudyBarProps) {
  const { t, day } = useWords();
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
      <IconButton
        label={listOpen ? t('hideSeries') : t('showSeries')}
        icon={<SeriesIcon />}
        aria-expanded={listOpen}
        aria-controls="series"
        onClick={onToggleList}
      />
      <CloseButton />
    </header>
  );
}
