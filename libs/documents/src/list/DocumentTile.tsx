import { useFormat } from '@konsil/i18n';
import { DocumentIcon, ImagingIcon, TextLink } from '@konsil/ui';
import { memo } from 'react';
import { useKindWords } from '../kind-words';
import { ArchiveButton } from './ArchiveButton';
import { DocumentMarks } from './DocumentMarks';
import type { DocumentItemProps } from './DocumentMarks';
import { About, Cover, NoThumbnail, Thumbnail, TileActions } from './list-parts';

/** A document as a tile with its small picture. */
export const DocumentTile = memo(function DocumentTile({ document, href, newWord }: DocumentItemProps) {
  const format = useFormat();
  const { titleOf } = useKindWords();
  const title = titleOf(document);
  const about = document.issue_date ? format.day(document.issue_date) : document.file_name;
  return (
    <div role="listitem">
      {document.preview_url ? (
        <Thumbnail src={document.preview_url} alt="" loading="lazy" decoding="async" />
      ) : (
        <NoThumbnail>{document.group === 'image' ? <ImagingIcon /> : <DocumentIcon />}</NoThumbnail>
      )}
      <Cover><TextLink to={href}>{title}</TextLink></Cover>
      <About>{about !== title && about}</About>
      <TileActions><DocumentMarks document={document} newWord={newWord} /><ArchiveButton document={document} /></TileActions>
    </div>
  );
});
