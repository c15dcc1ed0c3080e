import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { useKindWords } from '@konsil/documents';
import { useFormat, useTexts } from '@konsil/i18n';
import { Badge, DocumentIcon, ImagingIcon, Link, TextLink } from '@konsil/ui';
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
  const format = useFormat();
  const { kindOf } = useKindWords();
  const active = theCase.documents.filter(({ archived_at }) => !archived_at);
  const fresh = active.filter(({ is_new }) => is_new);
  const known = active.filter(({ is_new }) => !is_new);

  const about = (document: Document) =>
    [document.issue_date && format.day(document.issue_date), document.dicom && t('documents.pictures', { count: document.dicom.images })].filter(Boolean).join(', ');
  const group = (title: string, documents: Document[]) =>
    documents.length > 0 && (
      <>
        <h2>{title}</h2>
        <ul>
          {documents.map((document) => (
            <li key={document.id}>
              <Link to={hrefOf(document)} aria-current={document.id === current?.id ? 'true' : undefined}>
                {document.group === 'image' ? <ImagingIcon /> : <DocumentIcon />}
                <span>{kindOf(document)}</span>
                <small>{about(document)}</small>
                {document.is_new && <Badge tone="you">{t('documents.new')}</Badge>}
              </Link>
            </li>
          ))}
        </ul>
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
