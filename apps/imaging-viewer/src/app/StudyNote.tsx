import { BrandMark, Button, RetryIcon } from '@konsil/ui';
import type { Closed } from '../study/dicom-web.ts';
import { CloseButton } from './CloseButton.tsx';
import { LegalLinks } from './LegalLinks.tsx';
import { useWords } from './words.ts';

export interface StudyNoteProps {
  reason: 'none' | 'failed' | 'empty' | 'regionsOnly' | Closed;
  onRetry: () => void;
}

const words = {
  none: ['noStudyTitle', 'noStudy'],
  spent: ['closed.spentTitle', 'closed.spent'],
  signed_out: ['closed.signedOutTitle', 'closed.signedOut'],
  no_look: ['closed.noLookTitle', 'closed.noLook'],
  no_right: ['closed.noRightTitle', 'closed.noRight'],
  unknown: ['closed.unknownTitle', 'closed.unknown'],
  failed: ['failedTitle', 'failed'],
  empty: ['emptyTitle', 'empty'],
  regionsOnly: ['emptyTitle', 'regionsOnly'],
} as const;

/** The reason why nothing is shown, and what to do. */
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
