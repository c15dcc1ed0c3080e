import { usePlanAbsenceMutation } from '@konsil/api/absences';
import { planAbsenceSchema, type PlanAbsence } from '@konsil/contracts/absences';
import { useZodForm } from '@konsil/forms/forms';
import { practiceToday, useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Button, DateField, ErrorSummary, Form, FormActions, Row, useToast } from '@konsil/ui';
import { Controller } from 'react-hook-form';
import { ColleagueField } from '../second-looks/ColleagueField';
import { absenceTexts } from './texts';

const empty: PlanAbsence = { from: '', to: '' };

/** The form of a new absence: first day, last day and deputy. */
export function AbsenceForm() {
  const { t } = useTexts(absenceTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const toast = useToast();
  const [plan] = usePlanAbsenceMutation();
  const { form, idOf, errorOf, onSubmit, summary, busy } = useZodForm({
    schema: planAbsenceSchema,
    defaultValues: empty,
    guard: false,
    act: async (values) => {
      await plan(values).unwrap();
      form.reset(empty);
      toast({ text: t('planned'), tone: 'success' });
    },
    scope: 'absence-',
  });
  const first = form.watch('from');
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      <Row gap={4} align="start">
        {(['from', 'to'] as const).map((name) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field }) => (
              <DateField
                {...field}
                id={idOf(name)}
                locale={locale}
                label={t(name)}
                error={errorOf(name)}
                pickLabel={common('words.openCalendar')}
                min={name === 'to' && first ? first : practiceToday()}
              />
            )}
          />
        ))}
      </Row>
      <Controller
        control={form.control}
        name="deputy"
        render={({ field: { value, onChange, ...field } }) => (
          <ColleagueField
            field={{ ...field, value: value ?? '', onChange: (id: string) => onChange(id || undefined) }}
            label={t('deputy')}
            hint={t('deputyHint')}
            error={errorOf('deputy')}
          />
        )}
      />
      <FormActions>
        <Button type="submit" busy={busy}>
          {t('plan')}
        </Button>
      </FormActions>
    </Form>
  );
}
