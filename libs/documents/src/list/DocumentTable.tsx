import type { Document } from '@konsil/contracts/documents';
import type { Files } from '@konsil/contracts/examinations';
import { useDocumentDate, useFormat, useTexts } from '@konsil/i18n';
import { DataTable, FileName, type Column, type Sort } from '@konsil/ui';
import { useExaminationWords } from '../examination-words';
import { documentTexts } from '../texts';
import { ArchiveButton, mayArchive } from './ArchiveButton';
import { DocumentMarks, type DocumentItemProps } from './DocumentMarks';
import { DocumentTitle } from './DocumentTitle';
import { CutTitle } from './list-parts';

export interface DocumentTableProps extends Pick<DocumentItemProps, 'newWord'> {
  otherSide: string;
  label: string;
  entries: readonly Files[];
  hrefOf: (document: Document) => string;
  /** A key of `filter.sorts`. */
  sort: string;
  onSort: (key: string) => void;
}

/** Documents or examinations as a table: kind, date, source, content, upload time. */
export function DocumentTable({ label, entries, hrefOf, newWord, otherSide, sort, onSort }: DocumentTableProps) {
  const { t } = useTexts(documentTexts);
  const format = useFormat();
  const dateOf = useDocumentDate();
  const { amountOf } = useExaminationWords();
  const head = (key: 'kind' | 'issue_date' | 'name' | 'uploaded_at', sortable: NonNullable<Sort['direction']>) => ({
    key,
    header: t(`table.${key}`),
    sortable,
  });
  const archive: Column<Files> = {
    key: 'archive',
    header: '',
    headerSpoken: t('table.archive'),
    width: 'tally',
    align: 'end',
    cell: (files) => <ArchiveButton files={files} otherSide={otherSide} />,
  };
  const columns: Column<Files>[] = [
    {
      ...head('kind', 'ascending'),
      width: 'state',
      cell: (files) => (
        <CutTitle>
          <strong>
            <DocumentTitle document={files[0]} />
          </strong>{' '}
          <DocumentMarks files={files} newWord={newWord} />
        </CutTitle>
      ),
    },
    { ...head('issue_date', 'descending'), width: 'day', cell: ([document]) => dateOf(document) },
    { key: 'source', header: t('table.source'), truncate: true, cell: ([{ source_name: name }]) => name },
    // Several files have several names, which the examination's page lists. Without details, the title is already the
    // file name.
    {
      ...head('name', 'ascending'),
      truncate: true,
      cell: (files) =>
        amountOf(files) || (files[0].medical_kind_code !== null && <FileName>{files[0].file_name}</FileName>),
    },
    { ...head('uploaded_at', 'descending'), width: 'day', cell: ([{ uploaded_at: at }]) => format.day(at) },
    ...(entries.some(mayArchive) ? [archive] : []),
  ];
  const directionOf = (key: string) => columns.find((column) => column.key === key)?.sortable ?? 'ascending';
  return (
    <DataTable
      even
      label={label}
      columns={columns}
      rows={[...entries]}
      rowKey={([{ id }]) => id}
      rowTo={([document]) => hrefOf(document)}
      linkColumn="kind"
      sort={{ key: sort, direction: directionOf(sort) }}
      onSort={({ key }) => onSort(key)}
    />
  );
}
