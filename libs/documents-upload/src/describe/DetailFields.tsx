import { Controller } from 'react-hook-form';
import type { ZodForm } from '@konsil/forms/forms';
import { asksForText, medicalKinds, sourceKinds } from '@konsil/contracts/codes';
import { IssueDateField } from '@konsil/common';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, RadioCards, Row, SelectField, Stack, TextField } from '@konsil/ui';
import { uploadTexts } from '../texts.ts';
import type { Details } from './details.ts';

interface Props {
  details: ZodForm<Details, Details>;
}

export function KindFields({ details: { field, form } }: Props) {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  return (
    <Stack gap={4}>
      <SelectField
        label={t('details.kind')}
        placeholder={common('words.selectOption')}
        width="long"
        {...field('medical_kind_code')}
        options={medicalKinds.map((value) => ({ value, label: common(`codes.medicalKind.${value}`) }))}
      />
      {asksForText(form.watch('medical_kind_code')) && (
        <TextField label={t('details.kindOther')} width="long" {...field('kind_other')} />
      )}
    </Stack>
  );
}

/** The date of issue, or that it is unknown; images that have a date need no such answer. */
export function DateFields({
  details: { errorOf, field: bind, form, idOf },
  dated = false,
}: Props & { dated?: boolean }) {
  const { t } = useTexts(uploadTexts);
  return (
    <Controller
      control={form.control}
      name="issue_date"
      render={({ field }) => (
        <IssueDateField
          {...field}
          id={idOf('issue_date')}
          label={t('details.date')}
          error={errorOf('issue_date')}
          isUnknown={form.watch('date_unknown')}
          unknown={dated ? undefined : bind('date_unknown')}
          onUnknown={() => form.clearErrors('issue_date')}
        />
      )}
    />
  );
}

/** The source. */
export function SourceFields({ details: { field, form } }: Props) {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  /** Both are required (docs/specification.md section 5): says so in words, and keeps what was chosen. */
  const leaveUnknown = () => {
    const unknown = t('details.unknown');
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    if (!form.getValues('source_kind_code')) {
      form.setValue('source_kind_code', 'other', options);
      form.setValue('source_other', unknown, options);
    }
    form.setValue('source_name', unknown, options);
  };
  return (
    <Stack gap={4}>
      <RadioCards
        columns={2}
        legend={t('details.source')}
        options={sourceKinds.map((value) => ({ value, title: common(`codes.sourceKind.${value}`) }))}
        {...field('source_kind_code')}
      />
      {form.watch('source_kind_code') === 'other' && (
        <TextField label={t('details.sourceOther')} width="long" {...field('source_other')} />
      )}
      <TextField
        label={t('details.sourceName')}
        hint={t('details.sourceNameHint')}
        width="long"
        autoComplete="off"
        {...field('source_name')}
      />
      <Row>
        <Button variant="quiet" size="small" onClick={leaveUnknown}>
          {t('details.sourceUnknown')}
        </Button>
      </Row>
    </Stack>
  );
}
