import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '@konsil/i18n';
import {
  Button,
  CloseIcon,
  DocumentUploadIcon,
  FileName,
  IconButton,
  ListRow,
  PhotoButton,
  PhotoIcon,
  RetryIcon,
  Row,
  Stack,
  UploadIcon,
  useToast,
  VisuallyHidden,
} from '@konsil/ui';
import { mostPages, UnreadablePage } from '../pages/combine-pages.ts';
import type { Upload } from '../queue/upload.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';
import { uploadTexts } from '../texts.ts';
import { Pages } from './panel-parts.ts';
import { PhotoPage } from './PhotoPage.tsx';
import { PhotoPreview } from './PhotoPreview.tsx';
import { usePhotoWords } from './use-photo-words.ts';
import { useRotatePhoto } from './use-turn.ts';

export interface PhotoPagesProps {
  /** Photos taken or chosen together, in order; at least one. */
  pages: readonly [Upload, ...Upload[]];
  queue: UploadQueue;
  /** Checksums of the case's documents. */
  known: () => ReadonlySet<string>;
  /** True if it is the first item that needs the user. */
  first: boolean;
}

const withoutEnding = (name: string) => name.replace(/\.\w+$/, '');

/** Photos before the upload: to review, reorder and combine into one document. */
export function PhotoPages({ pages, queue, known, first }: PhotoPagesProps) {
  const { t } = useTexts(uploadTexts);
  const toast = useToast();
  const turn = useRotatePhoto(queue);
  const wordsOf = usePhotoWords();
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<string>();
  const [{ id, name, caseId, pageOf, file, state }] = pages;
  const document = pageOf ?? '';
  const count = pages.length;
  const waiting = pages.some((page) => page.state.is !== 'review');

  if (state.is === 'combining')
    return <ListRow title={t('pages.title', { count })} detail={t('state.combining')} icon={<DocumentUploadIcon />} />;

  const another = count < mostPages && (
    <PhotoButton
      size="small"
      label={t('pages.another')}
      onPhoto={(photo) => void queue.addPage(caseId, photo, document)}
    />
  );
  if (count === 1) {
    return (
      <ListRow
        title={<FileName>{name}</FileName>}
        detail={wordsOf(pages[0])}
        icon={<PhotoIcon />}
        tone={first ? 'you' : undefined}
        actions={
          <IconButton label={t('remove', { name })} icon={<CloseIcon />} onClick={() => void queue.remove(id)} />
        }
      >
        <Stack gap={3}>
          {state.is === 'review' && file && <PhotoPreview photo={file} alt={t('preview', { name })} />}
          <Row gap={2}>
            <Button
              size="small"
              icon={<UploadIcon />}
              busy={waiting}
              onClick={() => void queue.sendApart(document, known())}
            >
              {t('send')}
            </Button>
            {another}
            <Button
              size="small"
              variant="secondary"
              icon={<RetryIcon />}
              busy={waiting}
              aria-label={t('turnLabel', { name })}
              onClick={() => turn(id)}
            >
              {t('turn')}
            </Button>
          </Row>
        </Stack>
      </ListRow>
    );
  }
  const place = pages.findIndex((page) => page.id === moved);
  const combine = () => {
    const fileName = `${t('pages.fileName', { name: withoutEnding(name), count })}.pdf`;
    queue.sendTogether(document, fileName, known()).catch((error: unknown) =>
      toast({
        tone: 'danger',
        text: error instanceof UnreadablePage ? t('pages.unreadableAt', { page: error.page + 1 }) : t('pages.failed'),
      }),
    );
  };
  return (
    <ListRow
      title={t('pages.title', { count })}
      detail={t('pages.text')}
      icon={<PhotoIcon />}
      tone={first ? 'you' : undefined}
    >
      <Stack gap={3}>
        <Pages ref={list} tabIndex={-1} aria-label={t('pages.title', { count })}>
          {pages.map((page, index) => (
            <PhotoPage
              key={page.id}
              page={page}
              number={index + 1}
              of={count}
              onTurn={() => turn(page.id)}
              onMove={(by, button) => {
                flushSync(() => {
                  void queue.movePage(page.id, by);
                  setMoved(page.id);
                });
                // A button loses the focus when it moves in the document.
                button.focus();
              }}
              onRemove={() => {
                void queue.remove(page.id);
                list.current?.focus();
              }}
            />
          ))}
        </Pages>
        <VisuallyHidden role="status">{place >= 0 && t('pages.place', { page: place + 1, count })}</VisuallyHidden>
        <Row gap={2}>
          <Button size="small" icon={<UploadIcon />} busy={waiting} onClick={combine}>
            {t('pages.combine')}
          </Button>
          {another}
          <Button size="small" variant="quiet" busy={waiting} onClick={() => void queue.sendApart(document, known())}>
            {t('pages.apart')}
          </Button>
        </Row>
      </Stack>
    </ListRow>
  );
}
