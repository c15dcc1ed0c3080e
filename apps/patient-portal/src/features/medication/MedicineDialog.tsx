// @bundle medicines
import { useState } from 'react';
import { medicationTexts } from '@konsil/cases';
import { doseTimes, knownHeading, medicationHeadings, type MedicationHeading } from '@konsil/contracts/medication';
import { medicineSchema, type Medicine } from '@konsil/contracts/medication-schemas';
import { useCommon, useTexts } from '@konsil/i18n';
import { useFieldErrors } from '@konsil/i18n/field-errors';
import { Button, Dialog, Fieldset, SelectField, Stack, TextArea, TextField, Tiles } from '@konsil/ui';
import { ownMedicationTexts } from './texts.ts';

export const emptyMedicine: Medicine = {
  heading: '',
  ingredients: [],
  trade_name: '',
  pzn: '',
  form: '',
  times: null,
  dose: '',
  unit: '',
  hint: '',
  reason: '',
};
const noTimes = { morning: '', noon: '', evening: '', night: '' };
const noIngredient = { name: '', strength: '' };
const offered: MedicationHeading[] = ['longTerm', 'onDemand', 'selfMedication', 'specialTimes', 'limited', 'weekly'];

export interface MedicineDialogProps {
  medicine: Medicine;
  isNew: boolean;
  onKeep: (medicine: Medicine) => void;
  onClose: () => void;
}

/** The fields of one line of a medication list. Not a form element, because it is inside the page's form. */
export function MedicineDialog({ medicine, isNew, onKeep, onClose }: MedicineDialogProps) {
  const { t } = useTexts(ownMedicationTexts);
  const { t: words } = useTexts(medicationTexts);
  const { t: common } = useCommon();
  const errorText = useFieldErrors();
  const [values, setValues] = useState(medicine);
  const [times, setTimes] = useState(medicine.times ?? noTimes);
  const [tried, setTried] = useState(false);
  const set = (change: Partial<Medicine>) => setValues({ ...values, ...change });
  const ingredients = values.ingredients.length > 0 ? values.ingredients : [noIngredient];
  const hasTimes = doseTimes.some((time) => times[time].trim() !== '');
  const bothDoses = hasTimes && values.dose.trim() !== '';
  // Times of day would read like a dose for every day.
  const weeklyTimes = hasTimes && values.heading === medicationHeadings.weekly;
  const checked = medicineSchema.safeParse({
    ...values,
    ingredients: values.ingredients.filter(({ name, strength }) => name.trim() || strength.trim()),
    times: hasTimes ? times : null,
  });
  const faultOf = (path: string): string | undefined => {
    const issue = tried && !checked.success && checked.error.issues.find((one) => one.path.join('.') === path);
    if (!issue) return undefined;
    return issue.message === 'contentMissing' ? t('medicine.nameMissing') : errorText(issue);
  };
  const keep = () => {
    setTried(true);
    if (checked.success && !bothDoses && !weeklyTimes) onKeep(checked.data);
  };
  const doseFault =
    tried && (weeklyTimes || bothDoses)
      ? t(weeklyTimes ? 'medicine.weeklyTimes' : 'medicine.bothDoses')
      : faultOf('dose');
  const heading = knownHeading(values.heading);
  const ownHeading = values.heading !== '' && !(heading && offered.includes(heading));
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={common('words.close')}
      title={t(isNew ? 'medicine.newTitle' : 'medicine.editTitle')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {common('words.cancel')}
          </Button>
          <Button onClick={keep}>{t('medicine.keep')}</Button>
        </>
      }
    >
      <Stack gap={5}>
        <TextField
          label={t('medicine.name')}
          hint={t('medicine.nameHint')}
          value={values.trade_name}
          error={faultOf('trade_name')}
          onChange={({ currentTarget }) => set({ trade_name: currentTarget.value })}
        />
        {ingredients.map((ingredient, place) => {
          const put = (change: Partial<typeof ingredient>) =>
            set({ ingredients: ingredients.with(place, { ...ingredient, ...change }) });
          return (
            <Tiles key={place} tile="small">
              <TextField
                label={t('medicine.ingredient')}
                optional={common('words.optional')}
                value={ingredient.name}
                error={faultOf(`ingredients.${place}.name`)}
                onChange={({ currentTarget }) => put({ name: currentTarget.value })}
              />
              <TextField
                label={t('medicine.strength')}
                optional={common('words.optional')}
                value={ingredient.strength}
                error={faultOf(`ingredients.${place}.strength`)}
                onChange={({ currentTarget }) => put({ strength: currentTarget.value })}
              />
            </Tiles>
          );
        })}
        <TextField
          label={t('medicine.form')}
          optional={common('words.optional')}
          hint={t('medicine.formHint')}
          value={values.form}
          error={faultOf('form')}
          onChange={({ currentTarget }) => set({ form: currentTarget.value })}
        />
        <Fieldset legend={t('medicine.howMuch')} hint={t('medicine.howMuchHint')} optional={common('words.optional')}>
          <Tiles tile="small">
            {doseTimes.map((time) => (
              <TextField
                key={time}
                width="short"
                label={t(`medicine.times.${time}`)}
                value={times[time]}
                error={faultOf(`times.${time}`)}
                onChange={({ currentTarget }) => setTimes({ ...times, [time]: currentTarget.value })}
              />
            ))}
          </Tiles>
        </Fieldset>
        <TextField
          label={t('medicine.dose')}
          hint={t('medicine.doseHint')}
          optional={common('words.optional')}
          value={values.dose}
          error={doseFault}
          onChange={({ currentTarget }) => set({ dose: currentTarget.value })}
        />
        <TextField
          label={t('medicine.unit')}
          hint={t('medicine.unitHint')}
          optional={common('words.optional')}
          width="medium"
          value={values.unit}
          error={faultOf('unit')}
          onChange={({ currentTarget }) => set({ unit: currentTarget.value })}
        />
        <SelectField
          label={t('medicine.heading')}
          value={values.heading}
          onChange={({ currentTarget }) => set({ heading: currentTarget.value })}
          options={[
            { value: '', label: t('medicine.noHeading') },
            ...offered.map((key) => ({ value: medicationHeadings[key], label: words(`headings.${key}`) })),
            ...(ownHeading
              ? [{ value: values.heading, label: heading ? words(`headings.${heading}`) : values.heading }]
              : []),
          ]}
        />
        <TextField
          label={t('medicine.reason')}
          optional={common('words.optional')}
          value={values.reason}
          error={faultOf('reason')}
          onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
        />
        <TextArea
          label={t('medicine.hint')}
          hint={t('medicine.hintHint')}
          optional={common('words.optional')}
          rows={2}
          value={values.hint}
          error={faultOf('hint')}
          onChange={({ currentTarget }) => set({ hint: currentTarget.value })}
        />
      </Stack>
    </Dialog>
  );
}
