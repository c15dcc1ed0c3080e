import type { Document } from '@konsil/contracts/documents';
import type { Files } from '@konsil/contracts/examinations';
import type { PinPlace } from '@konsil/contracts/pins';
import type { Answer } from '@konsil/contracts/requests';
import {
  DocumentViewer,
  marksAt,
  marksOn,
  useDocumentKeys,
  useExaminationWords,
  useKindWords,
  usePlace,
} from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import { CloseIcon, CompareIcon, EmptyState, IconButton, IconLink, InfoIcon, SearchMenu, SplitView } from '@konsil/ui';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePinDesk } from '../answer/pin-desk';
import { caseTexts } from '../case-parts/texts';

interface ReadingProps {
  /** Documents and examinations in reading order. */
  entries: readonly Files[];
  current: Document | undefined;
  /** All files of its examination, including itself. */
  files: Files | undefined;
  open: (document: Document) => void;
  /** The link to the document's details, or back from them. */
  details: { shown: boolean; to: string } | undefined;
  /** Adds a marked place to the answer when the answer is not shown beside the document. */
  onPlace?: ((place: PinPlace) => void) | undefined;
  /** Opens what stands before the first document. */
  onOverview?: (() => void) | undefined;
  /** Sent ones, whose pins lead to places. */
  answers?: readonly Answer[];
}

/** The open document, or two side by side. */
export function Reading({ entries, current, files, open, details, onPlace, onOverview, answers = [] }: ReadingProps) {
  const { t } = useTexts(caseTexts);
  const { nameOf, sourceOf } = useKindWords();
  const { amountOf } = useExaminationWords();
  const [params, setParams] = useSearchParams();
  const besideFiles = entries.find((entry) => entry.some(({ id }) => id === params.get('beside')) && entry !== files);
  const beside = besideFiles?.find(({ id }) => id === params.get('beside'));
  const pinDesk = usePinDesk();
  const pinned = usePlace();
  const tool = useRef<HTMLButtonElement>(null);
  const used = useRef(false);
  // The tool that opens the second document is replaced by the one that closes it, and passes on the focus.
  useEffect(() => {
    if (used.current) tool.current?.focus();
    used.current = false;
  }, [beside?.id]);
  const place = files ? entries.indexOf(files) : -1;
  // By key only: buttons for one document would leave its title too little room beside the tools.
  useDocumentKeys(place === 0 ? onOverview : undefined, undefined);
  if (!current) return <EmptyState>{t('documents.none')}</EmptyState>;

  const before = entries[place - 1]?.[0];
  const after = entries[place + 1]?.[0];
  const showBeside = (id: string | null) => {
    used.current = true;
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (id) next.set('beside', id);
        else next.delete('beside');
        return next;
      },
      { replace: true },
    );
  };

  const optionOf = (entry: Files) => ({
    value: entry[0].id,
    label: nameOf(entry[0]),
    description: [entry.length > 1 ? amountOf(entry) : entry[0].file_name, sourceOf(entry[0])]
      .filter(Boolean)
      .join(' · '),
  });
  const compare = beside ? (
    <IconButton ref={tool} label={t('documents.single')} icon={<CompareIcon />} onClick={() => showBeside(null)} />
  ) : entries.length > 1 ? (
    <SearchMenu
      trigger={<IconButton ref={tool} label={t('documents.compare')} icon={<CompareIcon />} />}
      options={() => entries.filter((entry) => entry !== files).map(optionOf)}
      onChoose={showBeside}
      words={{
        label: t('documents.compareWith'),
        placeholder: t('documents.compareSearch'),
        empty: t('documents.compareNone'),
      }}
    />
  ) : null;
  const about = details && (
    <IconLink
      label={t(details.shown ? 'documents.detailsClose' : 'documents.details')}
      icon={details.shown ? <CloseIcon /> : <InfoIcon />}
      to={details.to}
    />
  );
  return (
    <SplitView
      dividerLabel={t('compareDivider')}
      storageKey="compare"
      start={50}
      first={
        <DocumentViewer
          document={current}
          files={files ?? [current]}
          place={pinned}
          marks={pinDesk ? marksOn(current.id, pinDesk.pins) : marksAt(current.id, pinned, answers)}
          onPlace={pinDesk?.take ?? onPlace}
          tools={
            <>
              {about}
              {compare}
            </>
          }
          {...(before && { onPrevious: () => open(before) })}
          {...(after && { onNext: () => open(after) })}
        />
      }
      second={
        beside &&
        besideFiles && (
          <DocumentViewer
            document={beside}
            files={besideFiles}
            marks={pinDesk ? marksOn(beside.id, pinDesk.pins) : []}
            onPlace={pinDesk?.take ?? onPlace}
          />
        )
      }
    />
  );
}
