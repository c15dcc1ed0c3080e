import { useFormat } from '@konsil/i18n';
import { DocumentIcon, FileName, ImagingIcon, TextLink } from '@konsil/ui';
import { memo } from 'react';
import { useKindWords } from '../kind-words';
import { ArchiveButton } from './ArchiveButton';
import { DocumentMarks } from './DocumentMarks';
import type { DocumentItemProps } from './DocumentMarks';
import { DocumentTitle } from './DocumentTitle';
import { About, Actions, Cover } from './list-parts';

/** A document as a line: what it is, of when and from where. */
export const DocumentRow = memo(function DocumentRow({ document, href, newWord, otherSide, part }: DocumentItemProps) {
  const format = useFormat();
  const { sourceOf } = useKindWords();
  const about = [document.issue_date && format.day(document.issue_date), sourceOf(document), part].filter(Boolean).join(' · ');
  const named = document.medical_kind_code !== null;
  return (
    <div role="listitem">
      {document.group === 'image' ? <ImagingIcon /> : <DocumentIcon />}
      <div>
        <Cover><TextLink to={href}><DocumentTitle document={document} /></TextLink></Cover> <DocumentMarks document={document} newWord={newWord} />
        <div><About>{about}{about && named && ' · '}{named && <FileName>{document.file_name}</FileName>}</About></div>
      </div>
      <Actions><ArchiveButton document={document} otherSide={otherSide} /></Actions>
    </div>
  );
});
