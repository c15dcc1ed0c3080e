import type { FieldPath } from 'react-hook-form';
import { useAddClinicMutation, useUpdateClinicMutation } from '@konsil/api/console-clinics';
import { clinicFieldsSchema, consoleClinicSchema } from '@konsil/contracts/console-clinics';
import type { ClinicFields, ConsoleClinic } from '@konsil/contracts/console-clinics';
import { useConflict } from '@konsil/forms/conflict';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import {
  Alert,
  Button,
  Card,
  ErrorSummary,
  Form,
  FormActions,
  Section,
  TextArea,
  TextField,
  useToast,
} from '@konsil/ui';
import { Branding } from './Branding';
import { SiteFields } from './SiteFields';
import { clinicsTexts } from './texts';

const empty: ClinicFields = {
  name: '',
  sender_name: '',
  accent: '',
  imprint_de: '',
  imprint_en: '',
  price_de: '',
  price_en: '',
  sites: [],
};

/** Without the logo, which stays unless another one is chosen. */
const fieldsOf = (clinic: ConsoleClinic): ClinicFields => ({
  name: clinic.name,
  sender_name: clinic.sender_name,
  accent: clinic.accent,
  imprint_de: clinic.imprint_de,
  imprint_en: clinic.imprint_en,
  price_de: clinic.price_de ?? '',
  price_en: clinic.price_en ?? '',
  sites: clinic.sites,
});

export interface ClinicFormProps {
  /** Undefined for a new one. */
  clinic?: ConsoleClinic;
  onSaved?: (clinic: ConsoleClinic) => void;
}

/** Everything that a clinic says of itself. */
export function ClinicForm({ clinic, onSaved }: ClinicFormProps) {
  const { t } = useTexts(clinicsTexts);
  const { t: c } = useCommon();
  const toast = useToast();
  const [add] = useAddClinicMutation();
  const [update] = useUpdateClinicMutation();
  const { theirs, version, watching, settle } = useConflict(consoleClinicSchema, clinic?.version);
  const { form, field, summary, onSubmit, busy } = useZodForm<ClinicFields, ClinicFields>({
    schema: clinicFieldsSchema,
    defaultValues: clinic ? fieldsOf(clinic) : empty,
    act: async (fields) => {
      const saved = await watching(
        clinic
          ? update({ id: clinic.id, body: { ...fields, version: version ?? clinic.version } }).unwrap()
          : add(fields).unwrap(),
      );
      form.reset(fieldsOf(saved));
      toast({ text: t(clinic ? 'saved' : 'created'), tone: 'success' });
      onSaved?.(saved);
    },
    scope: 'clinic-',
  });
  const bind = <N extends FieldPath<ClinicFields>>(name: N) => field(name);
  const take = () => {
    if (theirs) form.reset(fieldsOf(theirs));
    settle();
  };
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} errors={theirs ? [] : summary.errors} />
      {theirs && (
        <Alert
          action={
            <Button variant="secondary" size="small" onClick={take}>
              {t('takeTheirs')}
            </Button>
          }
        >
          {t('conflict')}
        </Alert>
      )}
      <TextField {...bind('name')} label={t('fields.name')} autoComplete="off" />
      <TextField
        {...bind('sender_name')}
        label={t('fields.sender')}
        hint={t('fields.senderHint')}
        optional={c('words.optional')}
        autoComplete="off"
      />
      <Branding control={form.control} accent={bind('accent')} known={clinic?.logo ?? null} />
      <Section title={t('sites.title')}>
        <Card>
          <SiteFields control={form.control} bind={bind} />
        </Card>
      </Section>
      {(['price_de', 'price_en'] as const).map((name) => (
        <TextField
          key={name}
          {...bind(name)}
          label={t(`fields.${name}`)}
          hint={t('fields.priceHint')}
          optional={c('words.optional')}
          lang={name === 'price_de' ? 'de' : 'en'}
          autoComplete="off"
        />
      ))}
      {(['imprint_de', 'imprint_en'] as const).map((name) => (
        <TextArea
          key={name}
          {...bind(name)}
          label={t(`fields.${name}`)}
          hint={t('fields.imprintHint')}
          optional={c('words.optional')}
          rows={6}
        />
      ))}
      <FormActions>
        <Button type="submit" busy={busy}>
          {t(clinic ? 'save' : 'create')}
        </Button>
      </FormActions>
    </Form>
  );
}
