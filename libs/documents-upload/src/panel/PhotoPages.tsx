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
  Row,
  Stack,
  Text,
  UploadIcon,
  useToast,
  VisuallyHidden,
} from '@konsil/ui';
import { UnreadablePage } from '../pages/combine-pages.ts';
import type { Upload } from '../queue/upload.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';
import { isUnchanged, wholeScan } from '../scan/scan.ts';
import type { Scan } from '../scan/scan.ts';
import { uploadTexts } from '../texts.ts';
import { Pages } from './panel-parts.ts';
import { PhotoPage } from './PhotoPage.tsx';
import { PhotoPreview } from './PhotoPreview.tsx';
import { ScanDialog, ScanEditor } from './scan-later.tsx';
import { usePhotoWords } from './use-photo-words.ts';
import { useScanPhoto } from './use-scan-photo.ts';
import { useRotatePhoto } from './use-turn.ts';

export interface PhotoPagesProps {
  /** Photos taken or chosen together, in order; at least one. */
  pages: readonly [Upload, ...Upload[]];
  queue: UploadQueue;
  /** Checksums of the case's documents. */
  known: () => ReadonlySet<string>;
  /** True if it is the first item that needs the user. */
  first: boolean;
  /** The most pages of one document. */
  most: number;
}

const withoutEnding = (name: string) => name.replace(/\.\w+$/, '');

/** Photos before the upload: to review, reorder and combine into one document. */
export function PhotoPages({ pages, queue, known, first, most }: PhotoPagesProps) {
  const { t } = useTexts(uploadTexts);
  const toast = useToast();
  const turn = useRotatePhoto(queue);
  const scan = useScanPhoto(queue);
  const wordsOf = usePhotoWords();
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<string>();
  const [opened, setOpened] = useState<string>();
  const [{ id, name, caseId, pageOf, file, original, state, edges, scan: scanned }] = pages;
  const document = pageOf ?? '';
  const count = pages.length;
  const waiting = pages.some((page) => page.state.is !== 'review');
  // A photo that is turned before its edges were found stays on the screen, with the corners that were set.
  const [shown, setShown] = useState<string>();
  if (state.is === 'review' && shown !== id) setShown(id);

  if (state.is === 'combining')
    return <ListRow title={t('pages.title', { count })} detail={t('state.combining')} icon={<DocumentUploadIcon />} />;

  const another = (meanwhile?: () => void) =>
    count < most && (
      <PhotoButton
        size="small"
        label={t('pages.another')}
        onPhoto={(photo) => {
          void queue.addPage(caseId, photo, document);
          meanwhile?.();
        }}
      />
    );
  if (count === 1) {
    const tools = (draft: Scan, seen: boolean) => (
      <Row gap={2}>
        <Button
          size="small"
          icon={<UploadIcon />}
          busy={waiting || !seen}
          onClick={() =>
            void (async () => {
              if (await scan(pages[0], draft)) await queue.sendApart(document, known());
            })()
          }
        >
          {t(isUnchanged(draft) ? 'send' : 'scan.send')}
        </Button>
        {another(() => {
          const offer = () => draft.corners && queue.offerEdges(id, draft.corners);
          if (seen) void scan(pages[0], draft).then((made) => made || offer());
          else offer();
        })}
      </Row>
    );
    const photo = original ?? file;
    const readable = shown === id || state.is === 'review' || edges !== undefined || scanned !== undefined;
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
        {readable && photo ? (
          <ScanEditor
            photo={photo}
            name={name}
            edges={edges}
            scan={scanned}
            busy={waiting}
            onTurn={() => turn(id)}
            meanwhile={
              <Stack gap={3}>
                <PhotoPreview photo={photo} alt={t('preview', { name })} />
                {tools(wholeScan, true)}
              </Stack>
            }
          >
            {tools}
          </ScanEditor>
        ) : (
          tools(wholeScan, true)
        )}
      </ListRow>
    );
  }
  const undecided = pages.filter((page) => page.edges && !page.scan);
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
              onTurn={() => void turn(page.id)}
              onOpen={() => setOpened(page.id)}
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
        {undecided[0] && (
          <Row gap={2}>
            <Text as="p" size="small">
              {t('scan.undecided', { count: undecided.length })}
            </Text>
            <Button size="small" variant="secondary" onClick={() => setOpened(undecided[0]?.id)}>
              {t('scan.check')}
            </Button>
          </Row>
        )}
        <VisuallyHidden role="status">{place >= 0 && t('pages.place', { page: place + 1, count })}</VisuallyHidden>
        <Row gap={2}>
          <Button size="small" icon={<UploadIcon />} busy={waiting} onClick={combine}>
            {t('pages.combine')}
          </Button>
          {another()}
          <Button size="small" variant="quiet" busy={waiting} onClick={() => void queue.sendApart(document, known())}>
            {t('pages.apart')}
          </Button>
        </Row>
        <ScanDialog pages={pages} queue={queue} opened={opened} onOpen={setOpened} />
      </Stack>
    </ListRow>
  );
}
