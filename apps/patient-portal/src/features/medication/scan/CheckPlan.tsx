// @bundle route
import { useState } from 'react';
import { MedicationTable } from '@konsil/cases';
import { foldWord } from '@konsil/contracts/fold';
import { joinedLists, orNoList } from '@konsil/contracts/medication';
import type { MedicationList } from '@konsil/contracts/medication-schemas';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, CheckboxField, RadioCards, Row, Stack, Text } from '@konsil/ui';
import { MedicineActions } from '../MedicineActions.tsx';
import { MedicineDialog } from '../MedicineDialog.tsx';
import { isSamePerson, type PlanPerson } from '../plan/plan-person.ts';
import { listOf, type ScannedPlan } from '../plan/scanned-plan.ts';
import { ownMedicationTexts } from '../texts.ts';
import { PlanNotes } from './PlanNotes.tsx';

export interface CheckPlanProps {
  plan: ScannedPlan;
  /** The pages that were not read. */
  missing: number[];
  person: PlanPerson;
  list: MedicationList | null | undefined;
  allergies: string;
  onTake: (list: MedicationList | null, allergies: string) => void;
}

const fullNameOf = ({ first_name: first, last_name: last }: PlanPerson): string =>
  [first, last].filter(Boolean).join(' ');

/** The scanned plan, for the patient to check and edit; nothing is saved before the patient confirms it. */
export function CheckPlan({ plan, missing, person, list, allergies, onTake }: CheckPlanProps) {
  const { t } = useTexts(ownMedicationTexts);
  const format = useFormat();
  const [read, setRead] = useState(() => listOf(plan));
  const [edited, setEdited] = useState<number | null>(null);
  const [how, setHow] = useState<'replace' | 'add'>('replace');
  const [owned, setOwned] = useState(false);
  const [tried, setTried] = useState(false);
  const [{ person: named, about }] = plan;
  const namedAllergies = about.allergies;
  const knownAllergies = foldWord(allergies);
  const newAllergies = namedAllergies !== '' && !knownAllergies.includes(foldWord(namedAllergies));
  const [takesAllergies, setTakesAllergies] = useState(newAllergies);

  const isStranger = !isSamePerson(named, person);
  const taken = how === 'add' ? joinedLists(list, orNoList(read)) : orNoList(read);
  const born = ({ date_of_birth: date }: PlanPerson) => (date.length === 10 ? format.day(date) : date);
  const who = (one: PlanPerson) =>
    t('scanned.personBorn', { name: fullNameOf(one) || t('scanned.unnamed'), day: born(one) || t('scanned.unnamed') });
  const take = () => {
    setTried(true);
    if (isStranger && !owned) return;
    const joined = [allergies, namedAllergies].filter(Boolean).join('\n');
    onTake(taken, newAllergies && takesAllergies ? joined : '');
  };
  const current = edited === null ? undefined : read.medicines[edited];
  return (
    <Stack gap={4}>
      <Text as="p">{t('scanned.check')}</Text>
      {isStranger && (
        <Alert tone="warning" title={t('scanned.stranger', { named: who(named), person: who(person) })}>
          <CheckboxField
            label={t('scanned.strangerOwned', { person: fullNameOf(person) })}
            checked={owned}
            error={tried && !owned ? t('scanned.strangerMissing') : undefined}
            onChange={({ currentTarget }) => setOwned(currentTarget.checked)}
          />
        </Alert>
      )}
      <PlanNotes plan={plan} missing={missing} />
      <MedicationTable
        list={read}
        allergies={[allergies, namedAllergies].join('\n')}
        reader="patient"
        actions={(medicine, place) => (
          <MedicineActions
            medicine={medicine}
            removal="scanned.leaveOut"
            onEdit={() => setEdited(place)}
            onRemove={() => setRead({ ...read, medicines: read.medicines.toSpliced(place, 1), edited: true })}
          />
        )}
      />
      {newAllergies && (
        <CheckboxField
          label={t('scanned.allergies', { allergies: namedAllergies })}
          checked={takesAllergies}
          onChange={({ currentTarget }) => setTakesAllergies(currentTarget.checked)}
        />
      )}
      {list && (
        <RadioCards
          legend={t('scanned.how')}
          name="scan-how"
          value={how}
          onChange={({ currentTarget }) => setHow(currentTarget.value === 'add' ? 'add' : 'replace')}
          options={[
            {
              value: 'replace',
              title: t('scanned.replace'),
              description: t('scanned.replaceText', { count: list.medicines.length }),
            },
            { value: 'add', title: t('scanned.add'), description: t('scanned.addText') },
          ]}
        />
      )}
      {list && how === 'add' && taken && (
        <section>
          <h3>{t('scanned.together')}</h3>
          <MedicationTable list={taken} allergies={[allergies, namedAllergies].join('\n')} reader="patient" />
        </section>
      )}
      <Row justify="end">
        <Button onClick={take}>{t('scanned.take', { count: read.medicines.length })}</Button>
      </Row>
      <Text as="p" tone="muted" size="small">
        {t('scanned.later')}
      </Text>
      {current && edited !== null && (
        <MedicineDialog
          medicine={current}
          isNew={false}
          onClose={() => setEdited(null)}
          onKeep={(medicine) => {
            setRead({ ...read, medicines: read.medicines.with(edited, medicine), edited: true });
            setEdited(null);
          }}
        />
      )}
    </Stack>
  );
}
