import { useEnterAbsenceMutation } from '@konsil/api/console-absences';
import { enterAbsenceSchema } from '@konsil/contracts/console-absences';
import type { ConsoleDoctor, EnterAbsence as Entered } from '@konsil/contracts/console-absences';
import { absenceReasons } from '@konsil/contracts/console-codes';
import { useZodForm } from '@konsil/forms/forms';
import { practiceToday, useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Button, Card, DateField, ErrorSummary, Form, FormActions, Row, Section, useToast } from '@konsil/ui';
import { Controller } from 'react-hook-form';
import { DeputyField } from './DeputyField';
import { ReasonFields } from './ReasonFields';
import { doctorTexts } from './texts';

type Typed = Omit<Entered, 'reason'> & { reason: string };
const empty: Typed = { from: '', to: '', reason: '', reference: '' };

/** Enters the absence of a doctor who cannot do it. */
export function EnterAbsence({ doctor }: { doctor: ConsoleDoctor }) {
  const { t } = useTexts(doctorTexts);
  const { t: c } = useCommon();
  const locale = useLocale();
  const toast = useToast();
  const [enter] = useEnterAbsenceMutation();
  const { form, field, idOf, errorOf, onSubmit, summary, busy } = useZodForm<Typed, Entered>({
    schema: enterAbsenceSchema as never,
    defaultValues: empty,
    act: async (body) => {
      const { cases } = await enter({ id: doctor.id, body }).unwrap();
      form.reset(empty);
      toast({ text: t('enter.done', { count: cases.open }), tone: 'success' });
    },
    scope: 'absence-',
  });
  const first = form.watch('from');
  return (
    <Section title={t('enter.title')}>
      <p>{t('enter.lead')}</p>
      <Card>
        <Form onSubmit={(event) => void onSubmit(event)}>
          <ErrorSummary {...summary} />
          <Row gap={4} align="start">
            {(['from', 'to'] as const).map((name) => (
              <Controller
                key={name}
                control={form.control}
                name={name}
                render={({ field: day }) => (
                  <DateField
                    {...day}
                    id={idOf(name)}
                    locale={locale}
                    label={t(`enter.${name}`)}
                    error={errorOf(name)}
                    pickLabel={c('words.openCalendar')}
                    min={name === 'to' && first ? first : practiceToday()}
                  />
                )}
              />
            ))}
          </Row>
          <Controller
            control={form.control}
            name="deputy"
            render={({ field: { value, onChange, ...chosen } }) => (
              <DeputyField
                field={{ ...chosen, value: value ?? '', onChange: (id: string) => onChange(id || undefined) }}
                id={idOf('deputy')}
                error={errorOf('deputy')}
                except={doctor.id}
              />
            )}
          />
          <ReasonFields reasons={absenceReasons} reason={field('reason')} reference={field('reference')} />
          <FormActions>
            <Button type="submit" busy={busy}>
              {t('enter.submit')}
            </Button>
          </FormActions>
        </Form>
      </Card>
    </Section>
  );
}
