// @bundle route
import { useLazyGetDocumentFileQuery, useTakeLetterMutation } from '@konsil/api/documents';
import { IntakeNotes, StrangerNote } from '@konsil/common';
import type { Document } from '@konsil/contracts/documents';
import type { PinPlace } from '@konsil/contracts/pins';
import type { Files } from '@konsil/contracts/examinations';
import { useTexts } from '@konsil/i18n';
import {
  Alert,
  BackIcon,
  Button,
  DownloadIcon,
  IconButton,
  NextIcon,
  PinIcon,
  RetryIcon,
  useToast,
  ZoomInIcon,
  ZoomOutIcon,
} from '@konsil/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useExaminationWords } from '../examination-words';
import { useKindWords } from '../kind-words';
import { documentTexts } from '../texts';
import { shownMarks, type Mark, type Place } from '../pdf/places';
import { ArchivedNote } from './ArchivedNote';
import { PdfView } from './PdfView';
import { PhotoView } from './PhotoView';
import { ReportView } from './ReportView';
import { ScanView } from './ScanView';
import { useDocumentKeys } from './use-document-keys';
import { NoteAbove, PageScrollArea, Toolbar, Viewer } from './viewer-parts';

const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const fits = zoomSteps.indexOf(1);

interface DocumentViewerProps {
  document: Document;
  /** All files of its examination, if it is one of several. */
  files?: Files;
  /** Shows the previous document; undefined for the first. */
  onPrevious?: () => void;
  /** Shows the next document; undefined for the last. */
  onNext?: () => void;
  /** Additional tools of the page, e.g. "side by side" or "archive". */
  tools?: ReactNode;
  /** The place to scroll to when the document opens. */
  place?: Place | null;
  /** Places that an answer points at. */
  marks?: readonly Mark[];
  /** Receives marked places; without it no place can be marked. */
  onPlace?: ((place: PinPlace) => void) | undefined;
}

/** A document with its tools. Alt+Shift+arrow shows the previous or next document. */
export function DocumentViewer({
  document,
  files = [document],
  onPrevious,
  onNext,
  tools,
  place = null,
  marks: given = [],
  onPlace,
}: DocumentViewerProps) {
  const { t } = useTexts(documentTexts);
  const toast = useToast();
  const { dateOf, sourceOf, fullNameOf } = useKindWords();
  const { titleOf } = useExaminationWords();
  const [look, setLook] = useState({ documentId: document.id, step: fits, turns: 0 });
  const [findFile] = useLazyGetDocumentFileQuery();
  const [takeLetter] = useTakeLetterMutation();
  const { step, turns } = look.documentId === document.id ? look : { step: fits, turns: 0 };
  const zoom = zoomSteps[step] ?? 1;
  const zoomTo = (next: number) =>
    setLook({ documentId: document.id, turns, step: Math.min(Math.max(next, 0), zoomSteps.length - 1) });
  const [markingOn, setMarkingOn] = useState<string | null>(null);
  const markable =
    onPlace !== undefined && document.dicom === null && !document.report && document.state !== 'checking';
  const marking = markable && markingOn === document.id;
  const mark = (on: boolean) => setMarkingOn(on ? document.id : null);
  const onMark = marking
    ? ({ page, region }: Place) => {
        mark(false);
        onPlace?.({ kind: 'page', document_id: document.id, page, region });
      }
    : undefined;
  const marks = shownMarks(given, place);
  const keys = useDocumentKeys(onPrevious, onNext);
  const stage = useRef<HTMLDivElement>(null);
  const shown = useRef(document.id);
  // Scrolls the next document to its top and keeps the focus. Skips the first, which is there already, to save a
  // layout.
  useEffect(() => {
    if (stage.current && shown.current !== document.id) stage.current.scrollTop = 0;
    shown.current = document.id;
  }, [document.id]);
  const scan = document.dicom !== null;
  const stranger = files.flatMap((file) => file.stranger ?? [])[0];

  const download = () =>
    findFile(document.id)
      .unwrap()
      .then(
        ({ download: address }) => window.location.assign(address),
        () => toast({ tone: 'danger', text: t('viewer.downloadFailed') }),
      );
  const about = [dateOf(document), sourceOf(document)].filter(Boolean).join(', ');
  return (
    <Viewer aria-label={fullNameOf(document)}>
      <Toolbar>
        <div aria-live="polite">
          <h2>{titleOf(document)}</h2>
          <span>{about}</span>
        </div>
        <div role="group" aria-label={t('viewer.tools')}>
          {(onPrevious ?? onNext) && (
            <>
              <IconButton
                label={t('viewer.previous')}
                icon={<BackIcon />}
                onClick={onPrevious}
                unavailable={!onPrevious}
                aria-keyshortcuts={keys.before}
              />
              <IconButton
                label={t('viewer.next')}
                icon={<NextIcon />}
                onClick={onNext}
                unavailable={!onNext}
                aria-keyshortcuts={keys.after}
              />
            </>
          )}
          {!scan && (
            <>
              <IconButton label={t('viewer.zoomOut')} icon={<ZoomOutIcon />} onClick={() => zoomTo(step - 1)} />
              <IconButton label={t('viewer.zoomIn')} icon={<ZoomInIcon />} onClick={() => zoomTo(step + 1)} />
              {!document.report && (
                <IconButton
                  label={t('viewer.turn')}
                  icon={<RetryIcon />}
                  onClick={() => setLook({ documentId: document.id, step, turns: (turns + 1) % 4 })}
                />
              )}
            </>
          )}
          {markable && (
            <Button
              variant="secondary"
              size="small"
              icon={<PinIcon />}
              aria-pressed={marking}
              onClick={() => mark(!marking)}
              onKeyDown={({ key }) => key === 'Escape' && mark(false)}
            >
              {t('viewer.mark')}
            </Button>
          )}
          {tools}
          <IconButton label={t('viewer.download')} icon={<DownloadIcon />} onClick={() => void download()} />
        </div>
      </Toolbar>
      <PageScrollArea ref={stage} aria-label={document.file_name}>
        {document.archived_at && (
          <NoteAbove>
            <ArchivedNote document={document} />
          </NoteAbove>
        )}
        {marking && (
          <NoteAbove>
            <Alert tone="info">{t('viewer.markHint')}</Alert>
          </NoteAbove>
        )}
        {stranger && (
          <NoteAbove>
            <StrangerNote stranger={stranger} />
          </NoteAbove>
        )}
        {files.map((file) => {
          const { id, intake, uploaded_by: uploader, archived_at: archivedAt } = file;
          const onTake =
            uploader.mine && !archivedAt
              ? (member: number) => takeLetter({ documentId: file.id, caseId: file.case_id, member }).unwrap()
              : undefined;
          return (
            intake && (
              <NoteAbove key={id}>
                <IntakeNotes intake={intake} mine={uploader.mine} onTake={onTake} />
              </NoteAbove>
            )
          );
        })}
        {document.state === 'checking' ? (
          <Alert tone="info">{t('list.checkingText')}</Alert>
        ) : scan ? (
          <ScanView key={document.id} document={document} files={files} />
        ) : document.report ? (
          <ReportView key={document.id} document={document} report={document.report} zoom={zoom} />
        ) : document.content_type === 'application/pdf' ? (
          <PdfView
            key={document.id}
            documentId={document.id}
            zoom={zoom}
            turns={turns}
            place={place}
            marks={marks}
            onMark={onMark}
          />
        ) : (
          <PhotoView
            key={document.id}
            document={document}
            zoom={zoom}
            turns={turns}
            place={place}
            marks={marks}
            onMark={onMark}
          />
        )}
      </PageScrollArea>
    </Viewer>
  );
}
