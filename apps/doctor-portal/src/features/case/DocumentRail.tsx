import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { byExamination, type Files } from '@konsil/contracts/examinations';
import { useExaminationWords, useKindWords } from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import { Badge, DocumentIcon, EpicrisisIcon, ImagingIcon, Link, LongList, TextLink } from '@konsil/ui';
import { Fragment, memo, useMemo } from 'react';
import { DocumentColumn, FullLists } from '../case-parts/case-parts';
import { documentGroups, groupOf, inReadingOrder, isFresh } from './reading-order';
import { caseTexts } from '../case-parts/texts';

interface DocumentRailProps {
  theCase: ProcessOverview;
  current: Document | undefined;
  hrefOf: (document: Document) => string;
  /** The full lists with search, filters and archive. */
  listHref: (list: 'documents' | 'images') => string;
  overview?: { to: string; isCurrent: boolean } | undefined;
}

/** The overview, then the documents of a case in reading order. */
export function DocumentRail({ theCase, current, hrefOf, listHref, overview }: DocumentRailProps) {
  const { t } = useTexts(caseTexts);
  const groups = useMemo(() => {
    const active = byExamination(inReadingOrder(theCase.documents, theCase));
    return documentGroups.map((name) => ({
      name,
      entries: active.filter((files) => groupOfFiles(files, theCase) === name),
    }));
  }, [theCase]);

  const group = (title: string, entries: Files[]) =>
    entries.length > 0 && (
      <>
        <h2>{title}</h2>
        <LongList items={entries} keyOf={([{ id }]) => id} guessedHeight={4}>
          {(files) => (
            <RailEntry
              files={files}
              href={hrefOf(files[0])}
              isCurrent={files.some(({ id }) => id === current?.id)}
              isNew={files.some((file) => isFresh(file, theCase))}
            />
          )}
        </LongList>
      </>
    );
  return (
    <DocumentColumn aria-label={t('documents.label')} data-print="hide">
      {overview && (
        <div data-overview>
          <Link to={overview.to} aria-current={overview.isCurrent ? 'true' : undefined}>
            <EpicrisisIcon />
            <span>{t('overview.title')}</span>
            <small>{t('overview.hint')}</small>
          </Link>
        </div>
      )}
      {groups.map(({ name, entries }) => (
        <Fragment key={name}>{group(t(`documents.groups.${name}`), entries)}</Fragment>
      ))}
      <FullLists>
        <TextLink standalone to={listHref('documents')}>
          {t('documents.all')}
        </TextLink>
        <TextLink standalone to={listHref('images')}>
          {t('documents.allImages')}
        </TextLink>
      </FullLists>
    </DocumentColumn>
  );
}

/** An examination is new with any of its files. */
const groupOfFiles = (files: Files, theCase: ProcessOverview) =>
  groupOf(files.find((file) => isFresh(file, theCase)) ?? files[0], theCase);

const RailEntry = memo(function RailEntry({
  files,
  href,
  isCurrent,
  isNew,
}: {
  files: Files;
  href: string;
  isCurrent: boolean;
  isNew: boolean;
}) {
  const { t } = useTexts(caseTexts);
  const { amountOf, titleOf } = useExaminationWords();
  const [document] = files;
  const { dateOf, sourceOf } = useKindWords();
  const { group, pages } = document;
  return (
    <div role="listitem">
      <Link to={href} aria-current={isCurrent ? 'true' : undefined}>
        {group === 'image' ? <ImagingIcon /> : <DocumentIcon />}
        <span>{titleOf(document)}</span>
        <small>
          {[
            dateOf(document),
            group === 'document' && files.length === 1 && pages
              ? t('documents.pages', { count: pages })
              : amountOf(files),
          ]
            .filter(Boolean)
            .join(', ')}
        </small>
        {sourceOf(document) && <small>{document.source_name || sourceOf(document)}</small>}
        {isNew && <Badge tone="you">{t('documents.new')}</Badge>}
      </Link>
    </div>
  );
});
