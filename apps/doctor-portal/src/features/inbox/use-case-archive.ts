import { useArchiveCaseMutation, useRestoreCaseMutation } from '@konsil/api/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import { inboxTexts } from './texts';

/** Moves a case to the doctor's own archive, with undo, or back; says so, or that it failed. */
export const useCaseArchive = ({ id, version }: Pick<CaseSummary, 'id' | 'version'>) => {
  const { t } = useTexts(inboxTexts);
  const toast = useToast();
  const [archive] = useArchiveCaseMutation();
  const [restore] = useRestoreCaseMutation();
  const failed = () => toast({ tone: 'danger', text: t('archive.failed') });
  const bringBack = () => void restore({ id }).unwrap().then(() => toast({ text: t('archive.restored') }), failed);
  const putAway = () => void archive({ id, version }).unwrap().then(
    () => toast({ text: t('archive.done'), action: { label: t('archive.undo'), onClick: bringBack } }),
    failed,
  );
  return { bringBack, putAway };
};
