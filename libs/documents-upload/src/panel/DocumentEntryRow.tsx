import { useId, useState } from 'react';
import { useArchiveTogether } from '@konsil/api/archive-together';
import { useTakeLetterMutation } from '@konsil/api/documents';
import { IntakeNotes, StrangerNote, useAction, useArchiveQuestion } from '@konsil/common';
import { codeOf, medicalKindLabels } from '@konsil/contracts/codes';
import { useCommon, useDocumentDate, useFormat, useTexts } from '@konsil/i18n';
import {
  Alert,
  CloseIcon,
  ConfirmDialog,
  DocumentUnsureIcon,
  DoneIcon,
  EditIcon,
  FileName,
  IconButton,
  IconLink,
  ListRow,
  Stack,
  Text,
} from '@konsil/ui';
import { DescribeDocument } from '../describe/DescribeDocument.tsx';
import { GuessedDetails } from '../describe/GuessedDetails.tsx';
import type { GoOn } from '../describe/GuessedDetails.tsx';
import { useDetailWords } from '../describe/detail-words.ts';
import type { Details } from '../describe/details.ts';
import { uploadTexts } from '../texts.ts';
import { QuestionPicture } from './panel-parts.ts';
import { FirstPage } from './FirstPage.tsx';
import { otherPersonOn, type DocumentEntry } from './rows.ts';

export interface DocumentEntryRowProps {
  entry: DocumentEntry;
  /** Other files of the same examination: they get the same details and are archived together. */
  fellows?: readonly DocumentEntry[];
  /** True if its questions are expanded; at most one row is. */
  open: boolean;
  onOpen: () => void;
  /** Opened by the user rather than by the page. */
  takeFocus: boolean;
  /** Highlighted: the first open row. */
  first: boolean;
  before: Details | null;
  onDescribed: (details: Details) => void;
  /** The first of its questions is being answered. */
  onBegun?: (() => void) | undefined;
  /** Called when the guessed details were confirmed. */
  onConfirmed: (details: Details) => void;
  goOn?: GoOn | undefined;
  /** The warning about another patient's images is already shown above, for several files. */
  mismatchSaid: boolean;
  /** The page of a document. */
  documentPath: (id: string) => string;
  /** The other side, whose lists lose the document when it is archived after sending. */
  otherSide: string;
}

/** The row of an uploaded file: asks for its details, then shows them. */
export function DocumentEntryRow({
  entry,
  fellows = [],
  open,
  onOpen,
  takeFocus,
  first,
  before,
  mismatchSaid,
  onDescribed,
  onBegun,
  onConfirmed,
  goOn,
  documentPath,
  otherSide,
}: DocumentEntryRowProps) {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  const archiveQuestion = useArchiveQuestion();
  const format = useFormat();
  const dateOf = useDocumentDate();
  const words = useDetailWords();
  const act = useAction();
  const [takeLetter] = useTakeLetterMutation();
  const [asking, setAsking] = useState(false);
  const guessId = useId();
  const { document } = entry;
  const { id, file_name: name, details_missing: missing } = document;
  const { preview_url: picture } = document;
  const others = fellows.map((fellow) => fellow.document);
  const files = [document, ...others];
  const { putAway, bringBack, archiving } = useArchiveTogether(files.map((file) => file.id));

  const stranger = otherPersonOn(document);
  const warned = stranger !== null && !mismatchSaid;
  const noted =
    files.some(({ intake }) => intake) || warned || document.unopened || document.form || fellows.length > 0;
  const mismatchHere = stranger && mismatchSaid && t('mismatchHere');
  const guessed = !open && words.details(document.guess ?? {});

  const notes = (
    <>
      {fellows.length > 0 && (
        <Text tone="muted" size="small">
          {t('fellows', {
            count: fellows.length,
            names: format.list(fellows.map((fellow) => fellow.document.file_name)),
          })}
        </Text>
      )}
      {files.map(
        (file) =>
          file.intake && (
            <IntakeNotes
              key={file.id}
              intake={file.intake}
              mine
              onTake={(member) => takeLetter({ documentId: file.id, caseId: file.case_id, member }).unwrap()}
            />
          ),
      )}
      {document.unopened && <Alert tone="warning">{t('unopened')}</Alert>}
      {document.form && <Alert tone="warning">{t('form')}</Alert>}
      {warned && <StrangerNote stranger={stranger} />}
    </>
  );
  const archiveNow = async () => {
    await act(putAway(), {
      text: common('toasts.documentArchived'),
      undo: bringBack,
      undone: common('toasts.documentRestored'),
    });
    setAsking(false);
  };

  const question = () =>
    archiveQuestion({
      count: files.length,
      sent: files.some(({ sent_at: sentAt }) => sentAt),
      otherSide,
    }) ?? common('archiveQuestion');

  if (!missing) {
    const kind = document.medical_kind_code ?? 'other';
    const freeText = document.document_medical_kind
      ? codeOf(medicalKindLabels, document.document_medical_kind)?.freeText
      : '';
    return (
      <ListRow
        title={<FileName>{name}</FileName>}
        icon={<DoneIcon />}
        detail={[words.kind(kind, freeText), dateOf(document), document.source_name, mismatchHere]
          .filter(Boolean)
          .join(', ')}
        actions={<IconLink to={documentPath(id)} label={t('editDetails', { name })} icon={<EditIcon />} />}
      >
        {noted && <Stack gap={2}>{notes}</Stack>}
      </ListRow>
    );
  }
  return (
    <>
      <ListRow
        title={<FileName>{name}</FileName>}
        detail={
          <>
            <Text strong tone={first ? 'you' : 'muted'}>
              {t('state.detailsMissing')}
            </Text>
            {mismatchHere && <>. {mismatchHere}</>}
          </>
        }
        icon={<DocumentUnsureIcon />}
        tone={first ? 'you' : undefined}
        actions={
          <IconButton label={t('removeDocument', { name })} icon={<CloseIcon />} onClick={() => setAsking(true)} />
        }
      >
        <Stack gap={2}>
          {picture ? (
            <div>
              <QuestionPicture src={picture} alt="" />
            </div>
          ) : (
            <FirstPage document={document} />
          )}
          {notes}
          {guessed && (
            <Text as="p" id={guessId}>
              {t('guess.is', { what: guessed })}
            </Text>
          )}
          {open ? (
            <DescribeDocument
              document={document}
              fellows={others}
              before={before}
              takeFocus={takeFocus}
              onDescribed={onDescribed}
              onBegun={onBegun}
            />
          ) : (
            <GuessedDetails
              document={document}
              fellows={others}
              describedBy={guessed ? guessId : undefined}
              takeFocus={takeFocus}
              onDescribed={onConfirmed}
              onOpen={onOpen}
              goOn={goOn}
            />
          )}
        </Stack>
      </ListRow>
      <ConfirmDialog
        open={asking}
        title={fellows.length > 0 ? t('archiveAllTitle') : t('archiveTitle', { name })}
        confirmLabel={common('words.archive')}
        cancelLabel={common('words.cancel')}
        busy={archiving}
        onCancel={() => setAsking(false)}
        onConfirm={() => void archiveNow()}
      >
        {question()}
      </ConfirmDialog>
    </>
  );
}
