import type { Document } from '@konsil/contracts/documents';
import { DocumentViewer, useKindWords } from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import { CloseIcon, CompareIcon, EmptyState, IconButton, IconLink, InfoIcon, SearchMenu, SplitView } from '@konsil/ui';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { caseTexts } from './texts';

interface ReadingProps {
  /** In reading order. */
  documents: Document[];
  current: Document | undefined;
  open: (document: Document) => void;
  /** Where the details of the document are, or the way back from them. */
  details: { shown: boolean; to: string } | undefined;
}

/** The document that is read, or two of them side by side. */
export function Reading({ documents, current, open, details }: ReadingProps) {
  const { t } = useTexts(caseTexts);
  const { nameOf, sourceOf } = useKindWords();
  const [params, setParams] = useSearchParams();
  const beside = documents.find(({ id }) => id === params.get('beside') && id !== current?.id);
  const tool = useRef<HTMLButtonElement>(null);
  const used = useRef(false);
  // The tool that opens the second document gives its place to the one that closes it, and the focus with it.
  useEffect(() => {
    if (used.current) tool.current?.focus();
    used.current = false;
  }, [beside?.id]);
  if (!current) return <EmptyState>{t('documents.none')}</EmptyState>;

  const place = documents.indexOf(current);
  const before = documents[place - 1];
  const after = documents[place + 1];
  const showBeside = (id: string | null) => {
    used.current = true;
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (id) next.set('beside', id);
      else next.delete('beside');
      return next;
    }, { replace: true });
  };

  const optionOf = (document: Document) => ({ value: document.id, label: nameOf(document), description: [document.file_name, sourceOf(document)].filter(Boolean).join(' · ') });
  const compare = beside ? (
    <IconButton ref={tool} label={t('documents.single')} icon={<CompareIcon />} onClick={() => showBeside(null)} />
  ) : documents.length > 1 ? (
    <SearchMenu
      trigger={<IconButton ref={tool} label={t('documents.compare')} icon={<CompareIcon />} />}
      options={() => documents.filter(({ id }) => id !== current.id).map(optionOf)}
      onChoose={showBeside}
      words={{ label: t('documents.compareWith'), placeholder: t('documents.compareSearch'), empty: t('documents.compareNone') }}
    />
  ) : null;
  const about = details && <IconLink label={t(details.shown ? 'documents.detailsClose' : 'documents.details')} icon={details.shown ? <CloseIcon /> : <InfoIcon />} to={details.to} />;
  return (
    <SplitView
      dividerLabel={t('compareDivider')} storageKey="compare" start={50}
      first={<DocumentViewer document={current} tools={<>{about}{compare}</>} {...(before && { onPrevious: () => open(before) })} {...(after && { onNext: () => open(after) })} />}
      second={beside && <DocumentViewer document={beside} />}
    />
  );
}
