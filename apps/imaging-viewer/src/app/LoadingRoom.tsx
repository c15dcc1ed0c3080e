import { useEffect, useState } from 'react';
import { BrandMark, Button, RetryIcon } from '@konsil/ui';
import { CloseButton } from './CloseButton.tsx';
import { reloadPage } from './reload.ts';
import { useWords } from './words.ts';

const slowAfter = 8_000;

/** Placeholder of the viewer until there is a picture. */
export function LoadingRoom() {
  const { t } = useWords();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => clearTimeout(timer);
  }, []);

  return (
    <main className="room" aria-busy="true">
      <header className="bar">
        <BrandMark className="bar-mark" />
        <span className="bar-study" />
        <CloseButton />
      </header>
      <div className="room-empty">
        <p role="status">{slow ? t('slow') : t('loading')}</p>
        {slow && (
          <Button variant="secondary" icon={<RetryIcon />} onClick={reloadPage}>
            {t('reload')}
          </Button>
        )}
      </div>
      <p className="caveat">{t('notForDiagnosis')}</p>
    </main>
  );
}
