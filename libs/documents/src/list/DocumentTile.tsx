import { useFormat } from '@konsil/i18n';
import { DocumentIcon, FileName, ImagingIcon, TextLink } from '@konsil/ui';
import { memo } from 'react';
import { ArchiveButton } from './ArchiveButton';
import { DocumentMarks } from './DocumentMarks';
import type { DocumentItemProps } from './DocumentMarks';
import { DocumentTitle } from './DocumentTitle';
import { About, Cover, NoThumbnail, Thumbnail, TileActions } from './list-parts';

/** A document as a tile with its small picture. */
export const DocumentTile = memo(function DocumentTile({ document, href, newWord, otherSide, part }: DocumentItemProps) {
  const format = useFormat();
  const about = document.issue_date ? format.day(document.issue_date) : document.medical_kind_code && <FileName>{document.file_name}</FileName>;
  return (
    <div role="listitem">
      {document.preview_url ? (
        <Thumbnail src={document.preview_url} alt="" loading="lazy" decoding="async" />
      ) : (
        <NoThumbnail>{document.group === 'image' ? <ImagingIcon /> : <DocumentIcon />}</NoThumbnail>
      )}
      <Cover><TextLink to={href}><DocumentTitle document={document} /></TextLink></Cover>
      <About>{about}{about && part && ' · '}{part}</About>
      <TileActions><DocumentMarks document={document} newWord={newWord} /><ArchiveButton document={document} otherSide={otherSide} /></TileActions>
    </div>
  );
});
