import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { byExamination, type Files } from '@konsil/contracts/examinations';
import { useExaminationWords } from '@konsil/documents';
import { useFormat, useTexts } from '@konsil/i18n';
import { Badge, DocumentIcon, ImagingIcon, Link, LongList, TextLink } from '@konsil/ui';
import { memo, useMemo } from 'react';
import { DocumentColumn, FullLists } from './case-parts';
import { caseTexts } from './texts';

interface DocumentRailProps {
  theCase: ProcessOverview;
  current: Document | undefined;
  hrefOf: (document: Document) => string;
  /** The full lists with search, filters and archive. */
  listHref: (list: 'documents' | 'images') => string;
}

/** The documents of a case in reading order: new ones, then documents, then imaging. */
export function DocumentRail({ theCase, current, hrefOf, listHref }: DocumentRailProps) {
  const { t } = useTexts(caseTexts);
  const { fresh, known } = useMemo(() => {
    const active = byExamination(theCase.documents.filter(({ archived_at }) => !archived_at));
    return { fresh: active.filter(isFresh), known: active.filter((files) => !isFresh(files)) };
  }, [theCase.documents]);

  const group = (title: string, entries: Files[]) =>
    entries.length > 0 && (
      <>
        <h2>{title}</h2>
        <LongList items={entries} keyOf={([{ id }]) => id} guessedHeight={4}>
          {(files) => (
            <RailEntry files={files} href={hrefOf(files[0])} isCurrent={files.some(({ id }) => id === current?.id)} />
          )}
        </LongList>
      </>
    );
  return (
    <DocumentColumn aria-label={t('documents.label')} data-print="hide">
      {group(t(theCase.last_answer ? 'documents.fresh' : 'documents.first'), fresh)}
      {group(
        t('documents.documents'),
        known.filter(([{ group: kind }]) => kind === 'document'),
      )}
      {group(
        t('documents.images'),
        known.filter(([{ group: kind }]) => kind === 'image'),
      )}
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

const isFresh = (files: Files): boolean => files.some(({ is_new }) => is_new);

const RailEntry = memo(function RailEntry({
  files,
  href,
  isCurrent,
}: {
  files: Files;
  href: string;
  isCurrent: boolean;
}) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  const { amountOf, titleOf } = useExaminationWords();
  const [document] = files;
  const { issue_date: day, group } = document;
  return (
    <div role="listitem">
      <Link to={href} aria-current={isCurrent ? 'true' : undefined}>
        {group === 'image' ? <ImagingIcon /> : <DocumentIcon />}
        <span>{titleOf(document)}</span>
        <small>{[day && format.day(day), amountOf(files)].filter(Boolean).join(', ')}</small>
        {isFresh(files) && <Badge tone="you">{t('documents.new')}</Badge>}
      </Link>
    </div>
  );
});
