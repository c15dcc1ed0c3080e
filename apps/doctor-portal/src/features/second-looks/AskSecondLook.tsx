// @bundle route
import { useListDoctorsQuery } from '@konsil/api/doctors';
import { useAskSecondLookMutation } from '@konsil/api/second-looks';
import { shortDoctorName } from '@konsil/cases';
import { LoadFailed } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { doctorWords } from '@konsil/contracts/find-doctors';
import { askSecondLookSchema, type AskSecondLook as Asked } from '@konsil/contracts/second-looks';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Button, Combobox, ErrorSummary, Form, FormActions, TextArea, useToast } from '@konsil/ui';
import { Controller } from 'react-hook-form';
import { secondLookTexts } from './texts';

const empty: Asked = { colleague: '', question: '' };

/** The colleague and the question. */
export function AskSecondLook({ theCase, close }: { theCase: ProcessOverview; close: () => void }) {
  const { t } = useTexts(secondLookTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const toast = useToast();
  const [ask] = useAskSecondLookMutation();
  const { data, error, refetch } = useListDoctorsQuery();
  const name = theCase.account_name;
  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm({
    schema: askSecondLookSchema,
    defaultValues: empty,
    act: async (body) => {
      const { reader } = await ask({ caseId: theCase.id, body }).unwrap();
      toast({ text: t('inCase.sent', { name, colleague: shortDoctorName(reader.name) }), tone: 'success' });
      close();
    },
    scope: 'second-look-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      <Controller
        control={form.control}
        name="colleague"
        render={({ field: { ref, name: of, value, onChange, onBlur } }) => (
          <Combobox
            {...{ ref, value, onChange, onBlur }}
            name={of}
            label={t('inCase.colleague')}
            hint={t('inCase.hint')}
            error={errorOf('colleague')}
            words={{
              clear: t('inCase.clear'),
              open: t('inCase.open'),
              empty: data ? t('inCase.nobody') : common(error ? 'doctors.failed' : 'doctors.loading'),
            }}
            options={(data ?? [])
              .filter(({ id }) => id !== theCase.doctor.id)
              .map(({ id, name: label, specialty, city, languages }) => ({
                value: id,
                label,
                description: t('inCase.found', { specialty: specialtyIn(specialty, locale), city }),
                also: doctorWords({ specialty, city, languages }),
              }))}
          />
        )}
      />
      {!data && error && (
        <LoadFailed problem={error} onRetry={refetch}>
          {common('doctors.failed')}
        </LoadFailed>
      )}
      <TextArea
        label={t('inCase.question')}
        hint={t('inCase.questionHint', { name })}
        rows={4}
        {...field('question')}
      />
      <FormActions>
        <Button type="submit" busy={busy}>
          {t('inCase.send')}
        </Button>
        <Button variant="quiet" onClick={close}>
          {common('words.cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}
