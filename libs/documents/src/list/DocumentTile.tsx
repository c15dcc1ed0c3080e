import { useFormat } from '@konsil/i18n';
import { DocumentIcon, ImagingIcon, TextLink } from '@konsil/ui';
import { useKindWords } from '../kind-words';
import { ArchiveButton } from './ArchiveButton';
import { DocumentMarks } from './DocumentMarks';
import type { DocumentItemProps } from './DocumentMarks';
import { About, Actions, Cover, NoThumbnail, Thumbnail } from './list-parts';

/** A document as a tile with its small picture. */
export function DocumentTile({ document, href, newWord }: DocumentItemProps) {
  const format = useFormat();
  const { kindOf } = useKindWords();
  return (
    <li>
      {document.preview_url ? (
        <Thumbnail src={document.preview_url} alt="" loading="lazy" decoding="async" />
      ) : (
        <NoThumbnail>{document.group === 'image' ? <ImagingIcon /> : <DocumentIcon />}</NoThumbnail>
      )}
      <Cover><TextLink to={href}>{kindOf(document)}</TextLink></Cover>
      <About>{document.issue_date ? format.day(document.issue_date) : document.file_name}</About>
      <Actions><DocumentMarks document={document} newWord={newWord} /> <ArchiveButton document={document} /></Actions>
    </li>
  );
}
