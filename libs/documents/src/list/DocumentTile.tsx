import { useDocumentDate } from '@konsil/i18n';
import { DocumentIcon, FileName, ImagingIcon, TextLink } from '@konsil/ui';
import { memo } from 'react';
import { useExaminationWords } from '../examination-words';
import { ArchiveButton } from './ArchiveButton';
import { DocumentMarks, sameItem, type DocumentItemProps } from './DocumentMarks';
import { DocumentTitle } from './DocumentTitle';
import { DocumentCaption, StretchedLink, NoThumbnail, RareDetails, Thumbnail, TileActions } from './list-parts';

/** A document or examination as a tile with its thumbnail. */
export const DocumentTile = memo(function DocumentTile({ files, href, newWord, otherSide }: DocumentItemProps) {
  const dateOf = useDocumentDate();
  const { amountOf } = useExaminationWords();
  const [document] = files;
  const picture = files.find(({ preview_url: url }) => url)?.preview_url;
  const { dicom, medical_kind_code: kind } = document;
  const day = dateOf({ ...document, issue_date: document.issue_date ?? dicom?.study_date ?? null });
  const about = [day, kind && dicom?.description].filter(Boolean).join(' · ');
  const archiveButton = otherSide !== undefined && <ArchiveButton files={files} otherSide={otherSide} />;
  return (
    <div role="listitem">
      {picture ? (
        <Thumbnail src={picture} alt="" loading="lazy" decoding="async" />
      ) : (
        <NoThumbnail>{document.group === 'image' ? <ImagingIcon /> : <DocumentIcon />}</NoThumbnail>
      )}
      <StretchedLink>
        <TextLink to={href}>
          <DocumentTitle document={document} />
        </TextLink>
      </StretchedLink>
      <DocumentCaption>{about || (kind && <FileName>{document.file_name}</FileName>)}</DocumentCaption>
      {dicom && <DocumentCaption>{amountOf(files)}</DocumentCaption>}
      <TileActions>
        <DocumentMarks files={files} newWord={newWord} />
        {document.archived_at ? archiveButton : <RareDetails>{archiveButton}</RareDetails>}
      </TileActions>
    </div>
  );
}, sameItem);
