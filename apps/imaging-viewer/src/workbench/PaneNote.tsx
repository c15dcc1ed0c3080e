import { Button, ButtonLink, DownloadIcon, RetryIcon } from '@konsil/ui';
import { useWords } from '../app/words.ts';
import type { PaneState } from '../engine/pane-state.ts';
import { originalUrl } from '../study/dicom-web.ts';
import type { Image } from '../study/study.ts';

interface PaneNoteProps {
  state: PaneState;
  image: Image | undefined;
  onRetry: () => void;
}

/** Replaces a picture: loading, failed, or refused because it would be shown wrongly. */
export function PaneNote({ state: { phase }, image, onRetry }: PaneNoteProps) {
  const { t } = useWords();
  if (phase === 'shown') return null;
  if (phase === 'loading')
    return (
      <p className="pane-note pane-note-late" role="status">
        {t('pane.loading')}
      </p>
    );
  const download = image && (
    <ButtonLink variant="secondary" to={originalUrl(image.instance.url)} icon={<DownloadIcon />} download>
      {t('actions.download')}
    </ButtonLink>
  );
  if (phase === 'refused' && image?.instance.refusal) {
    return (
      <div className="pane-note" role="status">
        <h2>{t('refused.title')}</h2>
        <p>{t(`refused.${image.instance.refusal}`)}</p>
        <p>{t('refused.advice')}</p>
        {download}
      </div>
    );
  }
  return (
    <div className="pane-note" role="alert">
      <p>{t('pane.failed')}</p>
      <Button variant="secondary" icon={<RetryIcon />} onClick={onRetry}>
        {t('retry')}
      </Button>
      {download}
    </div>
  );
}
