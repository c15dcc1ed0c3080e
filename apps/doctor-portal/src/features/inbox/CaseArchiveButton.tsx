import type { CaseSummary } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { Alert, ArchiveIcon, Button, ConfirmDialog, RestoreIcon, Stack } from '@konsil/ui';
import { useState, type ReactNode } from 'react';
import { inboxTexts } from './texts';
import { useCaseArchive } from './use-case-archive';

interface CaseArchiveButtonProps {
  theCase: Pick<CaseSummary, 'id' | 'version' | 'turn' | 'archived_at'>;
  /**
   * Renders the button in a toolbar with its label and handler; not called for an archived case, where a notice offers
   * to restore it.
   */
  tool?: (label: string, onClick: () => void) => ReactNode;
}

/** Archives a case for the doctor after a confirmation, which warns if the patient waits; or restores it. */
export function CaseArchiveButton({ theCase, tool }: CaseArchiveButtonProps) {
  const { t } = useTexts(inboxTexts);
  const [asking, setAsking] = useState(false);
  const { bringBack, putAway } = useCaseArchive(theCase);
  const waits = theCase.turn === 'doctor';
  const ask = () => setAsking(true);
  const confirm = () => {
    setAsking(false);
    putAway();
  };
  if (theCase.archived_at)
    return tool ? null : (
      <Button variant="quiet" icon={<RestoreIcon />} onClick={bringBack}>
        {t('archive.restore')}
      </Button>
    );
  return (
    <>
      {tool ? (
        tool(t('archive.do'), ask)
      ) : (
        <Button variant="quiet" icon={<ArchiveIcon />} onClick={ask}>
          {t('archive.do')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={t('archive.title')}
        confirmLabel={t(waits ? 'archive.confirmWaiting' : 'archive.confirm')}
        cancelLabel={t('archive.cancel')}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        <Stack gap={3}>
          {waits && (
            <p>
              <strong>{t('archive.waits')}</strong>
            </p>
          )}
          <p>{t('archive.text')}</p>
        </Stack>
      </ConfirmDialog>
    </>
  );
}

/** Says that a case is in the doctor's archive, with a restore button. */
export function ArchivedNotice({ theCase }: Pick<CaseArchiveButtonProps, 'theCase'>) {
  const { t } = useTexts(inboxTexts);
  const { bringBack } = useCaseArchive(theCase);
  if (!theCase.archived_at) return null;
  return (
    <Alert
      action={
        <Button variant="secondary" size="small" onClick={bringBack}>
          {t('archive.restore')}
        </Button>
      }
    >
      {t(theCase.turn === 'doctor' ? 'archive.hereWaiting' : 'archive.here')}
    </Alert>
  );
}
