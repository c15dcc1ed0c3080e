import { useInviteAssistantMutation } from '@konsil/api/assistants';
import { useProveIdentityMutation } from '@konsil/api/passkeys';
import { problemOf } from '@konsil/api/problem';
import { inviteAssistantSchema } from '@konsil/contracts/assistants';
import { useZodForm } from '@konsil/forms/forms';
import { useTexts } from '@konsil/i18n';
import {
  Button,
  EmailField,
  ErrorSummary,
  Form,
  FormActions,
  PasswordField,
  Row,
  TextField,
  useToast,
} from '@konsil/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { assistantTexts } from './texts';

const schema = z.extend(inviteAssistantSchema, { current_password: z.string() });
const empty = { first_name: '', last_name: '', email: '', current_password: '' };

/** Invites an assistant by name and address; the password is asked for only when the sign-in was long ago. */
export function InviteAssistant() {
  const { t } = useTexts(assistantTexts);
  const toast = useToast();
  const [invite] = useInviteAssistantMutation();
  const [prove] = useProveIdentityMutation();
  const [asked, setAsked] = useState(false);
  const { form, field, onSubmit, summary, busy } = useZodForm({
    schema,
    defaultValues: empty,
    at: { proof_needed: 'current_password' },
    act: async ({ current_password, ...body }) => {
      if (asked) await prove({ current_password }).unwrap();
      await invite(body)
        .unwrap()
        .catch((error: unknown) => {
          if (problemOf(error).code === 'proof_needed') setAsked(true);
          throw error;
        });
      setAsked(false);
      form.reset(empty);
      toast({ text: t('sent'), tone: 'success' });
    },
    scope: 'assistant-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      <h3>{t('invite')}</h3>
      <Row gap={4} align="start">
        <TextField label={t('firstName')} hint={t('nameHint')} autoComplete="off" {...field('first_name')} />
        <TextField label={t('lastName')} autoComplete="off" {...field('last_name')} />
      </Row>
      <EmailField label={t('email')} hint={t('emailHint')} autoComplete="off" {...field('email')} />
      {asked && (
        <PasswordField
          {...field('current_password')}
          label={t('password')}
          hint={t('passwordHint')}
          autoComplete="current-password"
          words={{ show: t('show'), hide: t('hide') }}
        />
      )}
      <FormActions>
        <Button type="submit" busy={busy}>
          {t('send')}
        </Button>
      </FormActions>
    </Form>
  );
}
