// @bundle route
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { useInviteReaderMutation } from '@konsil/api/readers';
import { readerRoles } from '@konsil/contracts/reader-states';
import { inviteReaderSchema, lastReadingDaySchema } from '@konsil/contracts/readers';
import { useZodForm } from '@konsil/forms/forms';
import { practiceToday, useCommon, useLocale, useTexts } from '@konsil/i18n';
import {
  Button,
  DateField,
  Dialog,
  EmailField,
  ErrorSummary,
  Form,
  FormActions,
  RadioCards,
  Text,
  useToast,
} from '@konsil/ui';
import { OwnPassword } from '../privacy/OwnPassword.tsx';
import { readerTexts } from './texts.ts';
import { useProofWhenAsked } from './use-proof.ts';

interface Props {
  patientId: string;
  /** The person's name. */
  name: string;
  onClose: () => void;
}

/** Invites somebody to read a person along, or to act for them, by their address, with a last day if wanted. */
export function InviteReader({ patientId, name, onClose }: Props) {
  const { t } = useTexts(readerTexts);
  const { t: common } = useCommon();
  return (
    <Dialog open onClose={onClose} title={t('owner.inviteTitle', { name })} closeLabel={common('words.close')}>
      <InviteForm patientId={patientId} onClose={onClose} />
    </Dialog>
  );
}

// An empty last day is no last day.
const schema = z.object({
  email: inviteReaderSchema.shape.email,
  until: z.union([z.literal(''), lastReadingDaySchema]),
  role: z.enum(readerRoles),
  current_password: z.string(),
});

function InviteForm({ patientId, onClose }: Omit<Props, 'name'>) {
  const { t } = useTexts(readerTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const toast = useToast();
  const [invite] = useInviteReaderMutation();
  const { asked, proven, onProven, withProof } = useProofWhenAsked();
  const { form, field, idOf, errorOf, onSubmit, summary, busy } = useZodForm({
    schema,
    defaultValues: { email: '', role: 'see', until: '', current_password: '' },
    guard: false,
    at: { proof_needed: 'current_password' },
    act: async ({ current_password, email, until, role }) => {
      const body = { email, until: until || null, role };
      await withProof(current_password, () => invite({ id: patientId, body }).unwrap());
      toast({ text: t('owner.sent'), tone: 'success' });
      onClose();
    },
    scope: 'invite-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      <Text as="p">{t('owner.inviteText')}</Text>
      <EmailField label={t('owner.email')} hint={t('owner.emailHint')} autoComplete="off" {...field('email')} />
      <RadioCards
        {...field('role')}
        legend={t('owner.role')}
        options={readerRoles.map((value) => ({
          value,
          title: t(`owner.roles.${value}`),
          description: t(`owner.roles.${value}Text`),
        }))}
      />
      <Controller
        control={form.control}
        name="until"
        render={({ field: own }) => (
          <DateField
            {...own}
            id={idOf('until')}
            locale={locale}
            label={t('owner.until')}
            hint={t('owner.untilHint')}
            error={errorOf('until')}
            pickLabel={common('words.openCalendar')}
            min={practiceToday()}
          />
        )}
      />
      {asked && <OwnPassword field={field('current_password')} proven={proven} onProven={onProven} />}
      <FormActions>
        <Button type="submit" busy={busy}>
          {t('owner.send')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {common('words.cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}
