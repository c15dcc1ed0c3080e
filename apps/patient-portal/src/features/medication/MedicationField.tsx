// @bundle medicines
import { useEffect, useRef, useState } from 'react';
import { MedicationTable } from '@konsil/cases';
import { emptyMedicationList, medicineName, orNoList } from '@konsil/contracts/medication';
import type { MedicationList, Medicine } from '@konsil/contracts/medication-schemas';
import { useCommon, useTexts } from '@konsil/i18n';
import { AddIcon, Button, ConfirmDialog, later, PhotoIcon, Row, Section, Stack, Text, useToast } from '@konsil/ui';
import { MedicineActions } from './MedicineActions.tsx';
import { emptyMedicine, MedicineDialog } from './MedicineDialog.tsx';
import type { PlanPerson } from './plan/plan-person.ts';
import { ownMedicationTexts } from './texts.ts';

const ScanDialog = later(() => import('./scan/ScanDialog.tsx').then((module) => module.ScanDialog));

export interface MedicationFieldProps {
  /** The person whose medicines these are; a plan may name somebody else. */
  person: PlanPerson;
  list: MedicationList | null | undefined;
  /** The allergies in the form. */
  allergies: string;
  onChange: (list: MedicationList | null) => void;
  /** Adds allergies that a plan names below the existing ones. */
  onAllergies: (allergies: string) => void;
  headingLevel: 2 | 3;
}

/** The medicines of a form as a list: read from a medication plan, or entered line by line. Saved with the form. */
export function MedicationField({
  person,
  list,
  allergies,
  onChange,
  onAllergies,
  headingLevel,
}: MedicationFieldProps) {
  const { t } = useTexts(ownMedicationTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const [scanning, setScanning] = useState(false);
  const [clearing, setClearing] = useState(false);
  const present = list && orNoList(list);
  const there = present ?? emptyMedicationList;

  const newest = useRef(there);
  useEffect(() => {
    newest.current = there;
  });

  const put = (medicines: Medicine[]) => onChange(orNoList({ ...there, medicines, edited: true }));
  /** Restores a line, and keeps the changes made since. */
  const bringBack = (medicine: Medicine, place: number) => {
    const { current: now } = newest;
    const isEmpty = orNoList(now) === null;
    const medicines = now.medicines.toSpliced(place, 0, medicine);
    onChange({ ...now, medicines, sources: isEmpty ? there.sources : now.sources });
  };
  const remove = (medicine: Medicine, place: number) => {
    put(there.medicines.toSpliced(place, 1));
    toast({
      text: t('removed', { name: medicineName(medicine) }),
      action: { label: common('words.undo'), onClick: () => bringBack(medicine, place) },
    });
  };
  const keep = (medicine: Medicine) => {
    put(edited === 'new' || edited === null ? [...there.medicines, medicine] : there.medicines.with(edited, medicine));
    setEdited(null);
  };
  const current = typeof edited === 'number' ? there.medicines[edited] : undefined;
  return (
    <Section title={t('title')} headingLevel={headingLevel}>
      <Stack gap={4}>
        {present ? (
          <MedicationTable
            list={present}
            allergies={allergies}
            reader="patient"
            actions={(medicine, place) => (
              <MedicineActions
                medicine={medicine}
                removal="remove"
                onEdit={() => setEdited(place)}
                onRemove={() => remove(medicine, place)}
              />
            )}
          />
        ) : (
          <Text as="p" tone="muted">
            {t('lead')}
          </Text>
        )}
        <Row>
          <Button variant="secondary" icon={<PhotoIcon />} onClick={() => setScanning(true)}>
            {t(present ? 'scanAgain' : 'scan')}
          </Button>
          <Button variant="quiet" icon={<AddIcon />} onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
          {present && (
            <Button variant="quiet" onClick={() => setClearing(true)}>
              {t('clear')}
            </Button>
          )}
        </Row>
      </Stack>
      {edited !== null && (
        <MedicineDialog
          medicine={current ?? emptyMedicine}
          isNew={edited === 'new'}
          onKeep={keep}
          onClose={() => setEdited(null)}
        />
      )}
      {scanning && (
        <ScanDialog
          person={person}
          list={present}
          allergies={allergies}
          onTake={(taken, named) => {
            onChange(taken);
            if (named) onAllergies(named);
            setScanning(false);
            toast({ text: t('scanned.taken'), tone: 'success' });
          }}
          onType={() => {
            setScanning(false);
            setEdited('new');
          }}
          onClose={() => setScanning(false)}
        />
      )}
      <ConfirmDialog
        open={clearing}
        title={t('clearTitle')}
        confirmLabel={t('clear')}
        cancelLabel={common('words.cancel')}
        onCancel={() => setClearing(false)}
        onConfirm={() => {
          setClearing(false);
          onChange(null);
        }}
      >
        {t('clearText')}
      </ConfirmDialog>
    </Section>
  );
}
