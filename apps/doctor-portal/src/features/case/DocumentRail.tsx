import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { useKindWords, useStudyParts } from '@konsil/documents';
import { useFormat, useTexts } from '@konsil/i18n';
import { Badge, DocumentIcon, ImagingIcon, Link, LongList, TextLink } from '@konsil/ui';
import { memo } from 'react';
import { DocumentColumn, FullLists } from './case-parts';
import { caseTexts } from './texts';

interface DocumentRailProps {
  theCase: ProcessOverview;
  current: Document | undefined;
  hrefOf: (document: Document) => string;
  /** Where the full lists are, with search, filters and archive. */
  listHref: (list: 'documents' | 'images') => string;
}

/** The documents of the case in the order a doctor reads them: new ones first, then documents, then scans. */
export function DocumentRail({ theCase, current, hrefOf, listHref }: DocumentRailProps) {
  const { t } = useTexts(caseTexts);
  const partOf = useStudyParts(theCase.documents);
  const active = theCase.documents.filter(({ archived_at }) => !archived_at);
  const fresh = active.filter(({ is_new }) => is_new);
  const known = active.filter(({ is_new }) => !is_new);

  const group = (title: string, documents: Document[]) =>
    documents.length > 0 && (
      <>
        <h2>{title}</h2>
        <LongList items={documents} keyOf={({ id }) => id} guessedHeight={4}>
          {(document) => <RailEntry document={document} href={hrefOf(document)} part={partOf(document)} isCurrent={document.id === current?.id} />}
        </LongList>
      </>
    );
  return (
    <DocumentColumn aria-label={t('documents.label')}>
      {group(t(theCase.last_answer ? 'documents.fresh' : 'documents.first'), fresh)}
      {group(t('documents.documents'), known.filter(({ group: kind }) => kind === 'document'))}
      {group(t('documents.images'), known.filter(({ group: kind }) => kind === 'image'))}
      <FullLists>
        <TextLink standalone to={listHref('documents')}>{t('documents.all')}</TextLink>
        <TextLink standalone to={listHref('images')}>{t('documents.allImages')}</TextLink>
      </FullLists>
    </DocumentColumn>
  );
}

const RailEntry = memo(function RailEntry({ document, href, part, isCurrent }: { document: Document; href: string; part: string | undefined; isCurrent: boolean }) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  const { kindOf } = useKindWords();
  const { issue_date: day, dicom, group, is_new: fresh } = document;
  return (
    <div role="listitem">
      <Link to={href} aria-current={isCurrent ? 'true' : undefined}>
        {group === 'image' ? <ImagingIcon /> : <DocumentIcon />}
        <span>{kindOf(document)}</span>
        <small>{[day && format.day(day), part, dicom && t('documents.pictures', { count: dicom.images })].filter(Boolean).join(', ')}</small>
        {fresh && <Badge tone="you">{t('documents.new')}</Badge>}
      </Link>
    </div>
  );
});
