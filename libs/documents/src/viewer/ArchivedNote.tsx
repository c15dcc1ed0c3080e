// @bundle route
import type { Document } from '@konsil/contracts/documents';
import { useTexts } from '@konsil/i18n';
import { Alert, Button } from '@konsil/ui';
import { useArchiving } from '../list/use-archiving';
import { documentTexts } from '../texts';

/** Says that a document is in the archive; its uploader can restore it. */
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
