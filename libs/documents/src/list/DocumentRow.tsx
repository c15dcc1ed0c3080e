import { useFormat } from '@konsil/i18n';
import { DocumentIcon, ImagingIcon, TextLink } from '@konsil/ui';
import { memo } from 'react';
import { useKindWords } from '../kind-words';
import { ArchiveButton } from './ArchiveButton';
import { DocumentMarks } from './DocumentMarks';
import type { DocumentItemProps } from './DocumentMarks';
import { About, Actions, Cover } from './list-parts';

/** A document as a line: what it is, of when and from where. */
export const DocumentRow = memo(function DocumentRow({ document, href, newWord }: DocumentItemProps) {
  const format = useFormat();
  const { titleOf, sourceOf } = useKindWords();
  const title = titleOf(document);
  const about = [document.issue_date && format.day(document.issue_date), sourceOf(document), document.file_name].filter((part) => part && part !== title).join(' · ');
  return (
    <div role="listitem">
      {document.group === 'image' ? <ImagingIcon /> : <DocumentIcon />}
      <div>
        <Cover><TextLink to={href}>{title}</TextLink></Cover> <DocumentMarks document={document} newWord={newWord} />
        <div><About>{about}</About></div>
      </div>
      <Actions><ArchiveButton document={document} /></Actions>
    </div>
  );
});
