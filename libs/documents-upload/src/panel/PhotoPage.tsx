import { useTexts } from '@konsil/i18n';
import { DownIcon, IconButton, RemoveIcon, RetryIcon, Row, Text, UpIcon } from '@konsil/ui';
import type { Upload } from '../queue/upload.ts';
import { uploadTexts } from '../texts.ts';
import { FoundEdges, PagePicture } from './panel-parts.ts';
import { PhotoPreview } from './PhotoPreview.tsx';
import { usePhotoWords } from './use-photo-words.ts';

export interface PhotoPageProps {
  page: Upload;
  /** From 1. */
  number: number;
  of: number;
  /** Gets the button that was pressed. */
  onMove: (by: -1 | 1, button: HTMLButtonElement) => void;
  onTurn: () => void;
  /** Shows the page large, to check and to crop it. */
  onOpen: () => void;
  onRemove: () => void;
}

/** One photographed page of a future document, with its tools. */
export function PhotoPage({ page, number, of, onMove, onTurn, onOpen, onRemove }: PhotoPageProps) {
  const { t } = useTexts(uploadTexts);
  const wordsOf = usePhotoWords();
  const { file, state, edges, scan } = page;
  const ready = state.is === 'review';
  const name = t('pages.page', { page: number });
  return (
    <li>
      <PagePicture
        type="button"
        aria-label={t('pages.look', { page: number })}
        aria-disabled={!ready || undefined}
        onClick={() => ready && onOpen()}
      >
        {ready && file && (
          <FoundEdges>
            <PhotoPreview photo={file} alt="" />
            {edges && !scan && (
              <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
                <polygon points={edges.map(({ x, y }) => `${100 * x},${100 * y}`).join(' ')} />
              </svg>
            )}
          </FoundEdges>
        )}
      </PagePicture>
      <div>
        <Text as="p" strong>
          {name}
        </Text>
        {!ready && (
          <Text as="p" tone="muted" size="small">
            {wordsOf(page)}
          </Text>
        )}
        {ready && (scan?.corners || (edges && !scan)) && (
          <Text as="p" tone="muted" size="small">
            {t(scan?.corners ? 'scan.cropped' : 'scan.edges')}
          </Text>
        )}
        {ready && state.unreadable && (
          <Text as="p" tone="danger" size="small">
            {t('pages.unreadable')}
          </Text>
        )}
        <Row gap={1}>
          <IconButton
            label={t('pages.up')}
            of={name}
            icon={<UpIcon />}
            unavailable={number === 1}
            onClick={({ currentTarget }) => onMove(-1, currentTarget)}
          />
          <IconButton
            label={t('pages.down')}
            of={name}
            icon={<DownIcon />}
            unavailable={number === of}
            onClick={({ currentTarget }) => onMove(1, currentTarget)}
          />
          <IconButton label={t('turn')} of={name} icon={<RetryIcon />} unavailable={!ready} onClick={onTurn} />
          <IconButton label={t('pages.remove')} of={name} icon={<RemoveIcon />} onClick={onRemove} />
        </Row>
      </div>
    </li>
  );
}
