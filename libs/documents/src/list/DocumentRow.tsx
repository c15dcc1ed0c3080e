// @bundle route
import { useDocumentDate, useTexts } from '@konsil/i18n';
import { DocumentIcon, FileName, ImagingIcon, OpenIcon, TextLink } from '@konsil/ui';
import { memo } from 'react';
import { useExaminationWords } from '../examination-words';
import { documentTexts } from '../texts';
import { ArchiveButton } from './ArchiveButton';
import { DocumentMarks, sameItem, type DocumentItemProps } from './DocumentMarks';
import { DocumentTitle } from './DocumentTitle';
import { DocumentCaption, Actions, StretchedLink, Dot, PhoneChevron, FileNameText, RareDetails } from './list-parts';

/** A document or examination as a row: kind, date and source. */
export const DocumentRow = memo(function DocumentRow({ files, href, newWord, otherSide, caseName }: DocumentItemProps) {
  const { t } = useTexts(documentTexts);
  const dateOf = useDocumentDate();
  const { amountOf } = useExaminationWords();
  const [document] = files;
  const about = [dateOf(document), document.source_name, amountOf(files)].filter(Boolean).join(' · ');
  // Several files have several names, which the examination's page lists; beside the case, one would be too much.
  const named = !caseName && files.length === 1 && document.medical_kind_code !== null;
  const archiveButton = otherSide !== undefined && <ArchiveButton files={files} otherSide={otherSide} />;
  return (
    <div role="listitem">
      {document.group === 'image' ? <ImagingIcon /> : <DocumentIcon />}
      <div>
        <StretchedLink>
          <TextLink to={href}>
            <DocumentTitle document={document} />
          </TextLink>
        </StretchedLink>{' '}
        <DocumentMarks files={files} newWord={newWord} />
        <div>
          <DocumentCaption>
            {about}
            {about && named && <Dot> · </Dot>}
            {named && (
              <FileNameText>
                <FileName>{document.file_name}</FileName>
              </FileNameText>
            )}
          </DocumentCaption>
        </div>
        {caseName && (
          <div>
            <DocumentCaption>{t('list.ofCase', { name: caseName })}</DocumentCaption>
          </div>
        )}
      </div>
      {document.archived_at && archiveButton ? (
        <Actions>{archiveButton}</Actions>
      ) : (
        <>
          <PhoneChevron>
            <OpenIcon />
          </PhoneChevron>
          {archiveButton && (
            <RareDetails>
              <Actions>{archiveButton}</Actions>
            </RareDetails>
          )}
        </>
      )}
    </div>
  );
}, sameItem);
