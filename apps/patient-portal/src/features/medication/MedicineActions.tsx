// @bundle medicines
import { medicineName } from '@konsil/contracts/medication';
import type { Medicine } from '@konsil/contracts/medication-schemas';
import { useTexts } from '@konsil/i18n';
import { EditIcon, IconButton, RemoveIcon } from '@konsil/ui';
import { ownMedicationTexts } from './texts.ts';

export interface MedicineActionsProps {
  medicine: Medicine;
  /** The action for a line: "remove" in a saved list, "leave out" in a plan that is not saved yet. */
  removal: 'remove' | 'scanned.leaveOut';
  onEdit: () => void;
  onRemove: () => void;
}

/** The buttons of a line of medicines. */
export function MedicineActions({ medicine, removal, onEdit, onRemove }: MedicineActionsProps) {
  const { t } = useTexts(ownMedicationTexts);
  const name = medicineName(medicine);
  return (
    <>
      <IconButton label={t('edit', { name })} icon={<EditIcon />} onClick={onEdit} />
      <IconButton label={t(removal, { name })} icon={<RemoveIcon />} onClick={onRemove} />
    </>
  );
}
