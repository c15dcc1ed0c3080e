import type { Document } from '@konsil/contracts/documents';
import type { Files } from '@konsil/contracts/examinations';
import { useFormat, useTexts } from '@konsil/i18n';
import { useAuthorName } from '@konsil/i18n/people';
import { Button, DefinitionList, EditIcon, FileName, Section, Stack } from '@konsil/ui';
import { useState } from 'react';
import { documentTexts } from '../texts';
import { DetailsForm } from './DetailsForm';
import { DocumentHistory } from './DocumentHistory';
import { useDescription } from './description';

/** The metadata of a document or of its whole examination. Its uploader can correct it; earlier values are kept. */
export function DocumentDetails({ document, files = [document] }: { document: Document; files?: Files }) {
  const { t } = useTexts(documentTexts);
  const format = useFormat();
  const describe = useDescription();
  const authorName = useAuthorName();
  const [editing, setEditing] = useState(false);
  const { uploaded_by: uploader, uploaded_at, sent_at, file_name, size, pages } = document;

  const facts = [
    ...describe(document),
    {
      term: t('details.file'),
      detail: (
        <>
          <FileName>{file_name}</FileName>,{' '}
          {[pages && t('details.pages', { count: pages }), format.size(size)].filter(Boolean).join(', ')}
        </>
      ),
    },
    {
      term: t('details.uploaded'),
      detail: `${format.moment(uploaded_at)}, ${uploader.mine && !uploader.acting ? t('list.byMe') : t('list.by', { name: authorName(uploader) })}`,
    },
    ...(sent_at ? [{ term: t('details.sent'), detail: format.moment(sent_at) }] : []),
  ];
  const edit = uploader.mine && !editing && (
    <Button variant="secondary" size="small" icon={<EditIcon />} onClick={() => setEditing(true)}>
      {t('details.edit')}
    </Button>
  );
  return (
    <Section title={t('details.title')} action={edit}>
      <Stack gap={4}>
        {editing ? (
          <DetailsForm document={document} files={files} onDone={() => setEditing(false)} />
        ) : (
          <DefinitionList items={facts} />
        )}
        <DocumentHistory documentId={document.id} />
      </Stack>
    </Section>
  );
}
