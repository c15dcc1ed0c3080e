import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import type { PortalStore } from '@konsil/api/store';
import { usePersonWords } from '@konsil/common';
import type { Document } from '@konsil/contracts/documents';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, List, Progress, Row, Section, Stack, Text, useToast } from '@konsil/ui';
import { DescribeAll } from '../describe/DescribeAll.tsx';
import { completeGuess } from '../describe/details.ts';
import type { Details } from '../describe/details.ts';
import type { GoOn } from '../describe/GuessedDetails.tsx';
import { mostPages } from '../pages/combine-pages.ts';
import { resumeUploads } from '../queue/keep-uploads.ts';
import { useSendingGuard, useUploads } from '../queue/use-uploads.ts';
import { uploadTexts } from '../texts.ts';
import { AddFiles } from './AddFiles.tsx';
import { DocumentEntryRow } from './DocumentEntryRow.tsx';
import { noPdfPicture, PdfPicture } from './pdf-picture.ts';
import type { PdfPictureOf } from './pdf-picture.ts';
import { PhotoPages } from './PhotoPages.tsx';
import { ReviewGuesses } from './ReviewGuesses.tsx';
import {
  groupedQuestions,
  documentEntries,
  isRemark,
  isSame,
  needsAction,
  isUnderway,
  minutesLeft,
  photoGroups,
  shareSent,
  otherPersonOn,
  otherPeopleOnSeveral,
} from './rows.ts';
import type { DocumentEntry } from './rows.ts';
import { UploadRow } from './UploadRow.tsx';

/** From this number on, details are asked for all files together first. */
const many = 3;
export interface UploadPanelProps {
  caseId: string;
  /** The documents of the case, undefined while loading. */
  documents: readonly Document[];
  documentPath: (id: string) => string;
  /** The other side, whose lists lose a document when it is archived after sending. */
  otherSide: string;
  /** The next step when all is done, e.g. sending. */
  next?: ReactNode;
  /** Confirms the last guess and goes on to the next step. */
  goOn?: GoOn | undefined;
  /** Shows the first page of a PDF. */
  pdfPicture?: PdfPictureOf;
  /** The most photos of one document. */
  pagesPerDocument?: number;
}

/** Adds files to a case: choose, check, upload, describe. */
export function UploadPanel({ pdfPicture = noPdfPicture, ...panel }: UploadPanelProps) {
  return (
    <PdfPicture.Provider value={pdfPicture}>
      <Panel {...panel} />
    </PdfPicture.Provider>
  );
}

function Panel({
  caseId,
  documents,
  documentPath,
  otherSide,
  next,
  goOn,
  pagesPerDocument = mostPages,
}: Omit<UploadPanelProps, 'pdfPicture'>) {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const nameOf = usePersonWords();
  const { queue, uploads } = useUploads(caseId);
  const [before, setBefore] = useState<Details | null>(null);
  const [describedHere, setDescribedHere] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<string | null>(null);
  /** The file whose questions are being answered: a guess or a file that comes meanwhile does not replace them. */
  const [begun, setBegun] = useState<string | null>(null);
  const [describingAll, setDescribingAll] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const wayOn = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(false);
  /** The row after a confirmed one, which gets the focus. */
  const [reached, setReached] = useState<string | null>(null);
  const store = useStore() as PortalStore;
  useEffect(() => resumeUploads(store), [store]);
  useSendingGuard(uploads);

  const known = () => new Set(documents.filter(({ archived_at }) => archived_at === null).map(({ sha256 }) => sha256));

  const entries = documentEntries(uploads, documents, describedHere);
  const remarks = uploads.filter(isRemark);
  const files = uploads.filter((upload) => upload.state.is !== 'uploaded' && !isRemark(upload));
  const photos = photoGroups(files);
  const joinable = photos.filter(([{ state }]) => state.is !== 'combining');
  const alone = files.filter(({ pageOf }) => pageOf === null);
  const stuck = alone.filter(needsAction);
  const underway = alone.filter(isUnderway);
  const undescribed = entries.filter(({ document }) => document.details_missing);
  const done = entries.filter(({ document }) => !document.details_missing);
  // Includes pending documents, so that their arrival does not replace a question during use.
  const questions = groupedQuestions(undescribed);
  const hasGuess = ({ entry: { document } }: (typeof questions)[number]) =>
    completeGuess(document.guess ?? {}) !== null;
  /** Confirmed rows stay in the list until the case is refetched. */
  const guessed = questions.filter((question) => hasGuess(question) && !describedHere.has(question.entry.document.id));
  const manyMissing = questions.length + underway.length >= many;
  const withId = (id: string | null) => questions.find(({ entry }) => entry.document.id === id);
  const chosen = withId(opened);
  const offered = manyMissing && !following ? undefined : questions[0];
  // Two forms must not ask about the same file at once.
  const current = reviewing ? undefined : (chosen ?? withId(begun) ?? offered);
  const atHand = current?.entry;
  /** A complete guess is one question, not three. */
  const isOpen = current && (current === chosen || current.entry.document.id === begun || !hasGuess(current));
  const asking = isOpen ? atHand : undefined;
  /** True if nothing else is open: neither a question nor a file. */
  const isLast = questions.length === 1 && files.length === 0;
  const strangers = otherPeopleOnSeveral(entries);
  const isSaid = ({ document }: DocumentEntry) => {
    const stranger = otherPersonOn(document);
    return stranger !== null && strangers.some(isSame(stranger));
  };
  const all = files.length + entries.length;
  const expected = { done: entries.length, count: entries.length + underway.length };
  const minutes = minutesLeft(underway);

  const sayAdded = () => toast({ text: common('toasts.documentAdded'), id: 'document-added' });
  const described = (entries: readonly DocumentEntry[], details: Details) => {
    setBefore(details);
    setDescribedHere(new Set([...describedHere, ...entries.map(({ document }) => document.id)]));
    if (entries.length > 0) sayAdded();
    for (const { uploadId } of entries) if (uploadId) void queue.forgetBytes(uploadId);
  };
  const review = () => {
    setFollowing(false);
    setOpened(null);
    setReached(null);
    setReviewing(true);
  };
  const allDescribed = undescribed.length === 0;
  const answering = following || reached !== null;
  // The last question was unmounted together with the focus.
  useEffect(() => {
    if (answering && allDescribed) (wayOn.current?.querySelector('a') ?? list.current)?.focus();
  }, [answering, allDescribed]);

  return (
    <Stack>
      <AddFiles most={pagesPerDocument} caseId={caseId} queue={queue} known={known} />
      {all + remarks.length > 0 && (
        <Section
          title={t('count', { count: all })}
          action={
            <Text tone="muted" size="small" role="status">
              {[
                done.length > 0 && t('summary.done', { count: done.length }),
                underway.length > 0 && t('summary.uploaded', expected),
                photos.length > 0 && t('summary.review', { count: photos.flat().length }),
                undescribed.length > 0 && t('summary.detailsMissing', { count: undescribed.length }),
                stuck.length > 0 && t('summary.stuck', { count: stuck.length }),
              ]
                .filter(Boolean)
                .join(', ')}
            </Text>
          }
        >
          {underway.length > 0 && all >= many && (
            <Stack gap={2}>
              <Progress
                label={t('summary.uploaded', expected)}
                value={(entries.length + shareSent(underway)) / expected.count}
              />
              {minutes !== null && (
                <Text as="p" tone="muted" size="small">
                  {minutes < 1 ? t('leftShort') : t('left', { count: minutes })}
                </Text>
              )}
            </Stack>
          )}
          {joinable.length > 1 && joinable.flat().length <= pagesPerDocument && (
            <Row>
              <Button variant="secondary" size="small" onClick={() => void queue.joinPages(caseId)}>
                {t('pages.join')}
              </Button>
            </Row>
          )}
          {questions.length > 1 && (
            <Row gap={2}>
              {guessed.length > 1 && (
                <Button size="small" onClick={review}>
                  {t('review.open', { count: guessed.length })}
                </Button>
              )}
              {!atHand && !reviewing && (
                <Button
                  variant={guessed.length > 1 ? 'secondary' : 'primary'}
                  size="small"
                  onClick={() => setFollowing(true)}
                >
                  {t('oneByOne')}
                </Button>
              )}
              <Button variant="secondary" size="small" onClick={() => setDescribingAll(true)}>
                {t('all.open')}
              </Button>
            </Row>
          )}
          {strangers.map((stranger) => (
            <Alert key={nameOf(stranger.named)} tone="warning">
              {t('mismatchOnSeveral', {
                count: stranger.count,
                name: nameOf(stranger.named),
                patient: nameOf(stranger.patient),
              })}
            </Alert>
          ))}
          <div ref={list} tabIndex={-1}>
            <List>
              {remarks.map((upload) => (
                <UploadRow key={upload.id} upload={upload} queue={queue} compact />
              ))}
              {photos.map((pages, index) => (
                <PhotoPages
                  most={pagesPerDocument}
                  key={pages[0].pageOf}
                  pages={pages}
                  queue={queue}
                  known={known}
                  first={index === 0}
                />
              ))}
              {stuck.map((upload) => (
                <UploadRow key={upload.id} upload={upload} queue={queue} compact={false} />
              ))}
              {questions.map(({ entry, fellows }, index) => (
                <DocumentEntryRow
                  key={entry.document.id}
                  entry={entry}
                  fellows={fellows}
                  before={before}
                  open={entry === asking}
                  mismatchSaid={isSaid(entry)}
                  first={entry === atHand && photos.length === 0}
                  takeFocus={(following && entry === atHand) || (reached === entry.document.id && !reviewing)}
                  onBegun={() => setBegun(entry.document.id)}
                  onDescribed={(details) => {
                    setFollowing(true);
                    setOpened(null);
                    described([entry, ...fellows], details);
                  }}
                  onConfirmed={(details) => {
                    described([entry, ...fellows], details);
                    const others = [...questions.slice(index + 1), ...questions.slice(0, index)];
                    setReached((others[0]?.entry ?? entry).document.id);
                  }}
                  goOn={isLast && !entry.document.unopened && !otherPersonOn(entry.document) ? goOn : undefined}
                  onOpen={() => {
                    setFollowing(true);
                    setReached(null);
                    setOpened(entry.document.id);
                  }}
                  documentPath={documentPath}
                  otherSide={otherSide}
                />
              ))}
              {underway.map((upload) => (
                <UploadRow key={upload.id} upload={upload} queue={queue} compact={all >= many} />
              ))}
              {done.map((entry) => (
                <DocumentEntryRow
                  key={entry.document.id}
                  entry={entry}
                  before={before}
                  open={false}
                  mismatchSaid={isSaid(entry)}
                  first={false}
                  takeFocus={false}
                  onOpen={() => undefined}
                  onDescribed={() => undefined}
                  onConfirmed={() => undefined}
                  documentPath={documentPath}
                  otherSide={otherSide}
                />
              ))}
            </List>
          </div>
        </Section>
      )}
      {next && (
        <Stack gap={2}>
          <Row ref={wayOn}>{next}</Row>
          <Text as="p" tone="muted" size="small">
            {t(underway.length > 0 ? 'leave' : 'saved')}
          </Text>
        </Stack>
      )}
      <ReviewGuesses
        guessed={guessed}
        others={questions.length - guessed.length}
        open={reviewing}
        onClose={() => setReviewing(false)}
        onDescribed={(finished, details) => {
          described(finished, details);
          setReached(questions.find(({ entry }) => !finished.includes(entry))?.entry.document.id ?? 'none');
        }}
      />
      <DescribeAll
        caseId={caseId}
        entries={undescribed}
        open={describingAll}
        onClose={() => setDescribingAll(false)}
        onDescribed={(finished, details) =>
          described(
            undescribed.filter(({ document }) => finished.some(({ id }) => id === document.id)),
            details,
          )
        }
      />
    </Stack>
  );
}
