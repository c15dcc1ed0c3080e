import type { Document } from '@konsil/contracts/documents';
import { useTexts } from '@konsil/i18n';
import { Alert, Button } from '@konsil/ui';
import { useArchiving } from '../list/use-archiving';
import { documentTexts } from '../texts';

/** Says above a document that it is in the archive, with the way back for who uploaded it. */
export function ArchivedNote({ document }: { document: Document }) {
  const { t } = useTexts(documentTexts);
  const { bringBack, restoring } = useArchiving([document]);
  const restore = document.uploaded_by.mine && (
    <Button variant="secondary" size="small" busy={restoring} onClick={bringBack}>
      {t('archive.restore')}
    </Button>
  );
  return <Alert action={restore}>{t('archive.isArchived')}</Alert>;
}
