import type { Document } from '@konsil/contracts/documents';
import type { Files } from '@konsil/contracts/examinations';
import { useFormat, useTexts } from '@konsil/i18n';
import { FileName, List, ListRow, Section, TextLink } from '@konsil/ui';
import { ArchiveButton } from '../list/ArchiveButton';
import { documentTexts } from '../texts';

export interface ExaminationFilesProps {
  files: Files;
  /** The file shown beside this list. */
  shown: Document;
  hrefOf: (document: Document) => string;
  otherSide: string;
}

const inOrder = new Intl.Collator('en', { numeric: true });
const withoutEnding = ({ file_name: name }: Document) => name.replace(/\.\w+$/, '');

/** The single files of an examination by number: each can be viewed, downloaded and archived. */
export function ExaminationFiles({ files, shown, hrefOf, otherSide }: ExaminationFilesProps) {
  const { t } = useTexts(documentTexts);
  const format = useFormat();
  const sorted = [...files].sort((a, b) => inOrder.compare(withoutEnding(a), withoutEnding(b)));
  return (
    <Section title={t('examination.title')}>
      <List>
        {sorted.map((file) => (
          <ListRow
            key={file.id}
            title={
              <TextLink to={hrefOf(file)} aria-current={file.id === shown.id ? 'true' : undefined}>
                <FileName>{file.file_name}</FileName>
              </TextLink>
            }
            detail={[
              file.dicom && t('details.images', { count: file.dicom.images }),
              format.size(file.size),
              file.id === shown.id && t('examination.shown'),
            ]
              .filter(Boolean)
              .join(' · ')}
            actions={<ArchiveButton files={[file]} otherSide={otherSide} />}
          />
        ))}
      </List>
    </Section>
  );
}
