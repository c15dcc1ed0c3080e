import { BrandMark, Button, RetryIcon } from '@konsil/ui';
import { CloseButton } from './CloseButton.tsx';
import { LegalLinks } from './LegalLinks.tsx';
import { useWords } from './words.ts';

export interface StudyNoteProps {
  reason: 'none' | 'closed' | 'failed' | 'empty';
  onRetry: () => void;
}

const words = {
  none: ['noStudyTitle', 'noStudy'],
  closed: ['closedTitle', 'closed'],
  failed: ['failedTitle', 'failed'],
  empty: ['emptyTitle', 'empty'],
} as const;

/** Why nothing is shown, and what to do. */
export function StudyNote({ reason, onRetry }: StudyNoteProps) {
  const { t } = useWords();
  const [title, text] = words[reason];
  return (
    <main className="room">
      <header className="bar">
        <BrandMark className="bar-mark" />
        <span className="bar-study" />
        <CloseButton />
      </header>
      <div className="room-empty">
        <h1>{t(title)}</h1>
        <p>{t(text)}</p>
        {reason === 'failed' && (
          <Button icon={<RetryIcon />} onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
        <LegalLinks />
      </div>
      <p className="caveat">{t('notForDiagnosis')}</p>
    </main>
  );
}
