import { useState } from 'react';
import { useCommon, useTexts } from '@konsil/i18n';
import { Dialog, DownIcon, IconButton, RemoveIcon, RetryIcon, Row, Text, UpIcon } from '@konsil/ui';
import type { Upload } from '../queue/upload.ts';
import { uploadTexts } from '../texts.ts';
import { PagePicture, WholePage } from './panel-parts.ts';
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
  onRemove: () => void;
}

/** One photographed page of a future document, with its tools. */
export function PhotoPage({ page, number, of, onMove, onTurn, onRemove }: PhotoPageProps) {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  const wordsOf = usePhotoWords();
  const [large, setLarge] = useState(false);
  const { file, state } = page;
  const ready = state.is === 'review';
  const name = t('pages.page', { page: number });
  return (
    <li>
      <PagePicture
        type="button"
        aria-label={t('pages.look', { page: number })}
        aria-disabled={!ready || undefined}
        onClick={() => setLarge(ready)}
      >
        {ready && file && <PhotoPreview photo={file} alt="" />}
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
      <Dialog open={large} onClose={() => setLarge(false)} title={name} closeLabel={common('words.close')} size="large">
        {large && file && (
          <WholePage>
            <PhotoPreview photo={file} alt={t('preview', { name })} />
          </WholePage>
        )}
      </Dialog>
    </li>
  );
}
