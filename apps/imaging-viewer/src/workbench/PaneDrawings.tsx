import { Button, ButtonLink, DownloadIcon } from '@konsil/ui';
import { useWords } from '../app/words.ts';
import type { PaneState } from '../engine/pane-state.ts';
import { originalUrl } from '../study/dicom-web.ts';
import type { Image } from '../study/study.ts';

interface PaneDrawingsProps {
  state: Pick<PaneState, 'phase' | 'drawings'>;
  image: Image | undefined;
  onToggle: () => void;
}

/** The file's drawings on the picture: can be hidden; a notice says so if they cannot be shown. */
export function PaneDrawings({ state: { phase, drawings }, image, onToggle }: PaneDrawingsProps) {
  const { t } = useWords();
  if (phase !== 'shown' || !drawings || !image) return null;
  const { drawn, missing } = drawings;
  return (
    <div className="pane-drawings">
      {missing && (
        <>
          <p role="status">{t(drawn ? 'drawings.someMissing' : 'drawings.missing')}</p>
          <ButtonLink
            variant="secondary"
            size="small"
            to={originalUrl(image.instance.url)}
            icon={<DownloadIcon />}
            download
          >
            {t('actions.download')}
          </ButtonLink>
        </>
      )}
      {drawn && (
        <Button variant="secondary" size="small" onClick={onToggle}>
          {t(drawn === 'shown' ? 'drawings.hide' : 'drawings.show')}
        </Button>
      )}
    </div>
  );
}
