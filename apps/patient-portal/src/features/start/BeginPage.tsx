import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Navigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { emptySignUp, SignupFields, useSignUp } from '@konsil/account';
import { useSession } from '@konsil/auth';
import { EmergencyNotice } from '@konsil/common';
import { signupSchema } from '@konsil/contracts/accounts';
import { useZodForm } from '@konsil/forms/forms';
import { useTexts } from '@konsil/i18n';
import { PublicPage, WithToasts } from '@konsil/portal-frame';
import {
  BackLink,
  Button,
  ButtonLink,
  ErrorSummary,
  Form,
  FormActions,
  PageTitle,
  RemoveIcon,
  Row,
  SafeIcon,
  Section,
  Stack,
  Text,
  useToast,
} from '@konsil/ui';
import { ConcernFields } from '../cases/new-case/ConcernFields.tsx';
import type { ConcernForm } from '../cases/new-case/ConcernFields.tsx';
import { newCaseFormSchema } from '../cases/new-case/new-case-form.ts';
import { paths } from '../paths.ts';
import { begunCase, ownerOf } from '../cases/new-case/begun-case.ts';
import type { BegunCase } from '../cases/new-case/begun-case.ts';
import { startTexts } from './texts.ts';

const schema = z.intersection(
  z.pick(newCaseFormSchema, { diagnosis: true, medical_history: true, questions: true }),
  signupSchema,
);
const empty: BegunCase = { diagnosis: '', medical_history: '', questions: [{ text: '' }] };
const signIn = `/login?callbackUrl=${encodeURIComponent(paths.newCase)}`;

/**
 * `/begin`: the concern, then the account that takes it up after the registration. The new case of another person who
 * signs in on this device only offers it.
 */
export function BeginPage() {
  const { status } = useSession();
  return status === 'authenticated' ? (
    <Navigate to={paths.newCase} replace />
  ) : (
    <WithToasts>
      <Begin />
    </WithToasts>
  );
}

function Begin() {
  const { t } = useTexts(startTexts);
  const toast = useToast();
  const { terms, signUp } = useSignUp();
  const [start] = useState(() => begunCase.read() ?? empty);
  const { form, field, onSubmit, summary, busy } = useZodForm({
    schema,
    defaultValues: { ...start, ...emptySignUp },
    guard: false,
    act: async ({ diagnosis, medical_history, questions, ...account }) => {
      const content = { diagnosis, medical_history, questions };
      const owner = await ownerOf(account.email);
      await signUp(account);
      begunCase.keep(content, { owner });
    },
    at: { email_taken: 'email' },
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => begunCase.keep(values) }),
    [form],
  );
  const discard = () => {
    const before = form.getValues();
    form.reset({ ...empty, ...emptySignUp });
    begunCase.drop();
    toast({ text: t('begin.discarded'), action: { label: t('begin.undo'), onClick: () => form.reset(before) } });
  };
  return (
    <PublicPage>
      <PageTitle back={<BackLink to="/">{t('begin.back')}</BackLink>} lead={t('begin.lead')}>
        {t('begin.title')}
      </PageTitle>
      <Form onSubmit={(event) => void onSubmit(event)} method="post">
        <ErrorSummary {...summary} />
        <ConcernFields form={form as unknown as UseFormReturn<ConcernForm>} field={field} />
        <Section title={t('begin.account')}>
          <Stack gap={5}>
            <Text as="p" tone="muted">
              {t('begin.accountLead')}
            </Text>
            <SignupFields form={form as unknown as UseFormReturn<typeof emptySignUp>} field={field} terms={terms} />
          </Stack>
        </Section>
        <Row gap={2} wrap={false} align="start">
          <SafeIcon />
          <span>{t('begin.device')}</span>
        </Row>
        <FormActions>
          <Button type="submit" busy={busy}>
            {t('begin.next')}
          </Button>
          <ButtonLink variant="secondary" to={signIn}>
            {t('begin.signIn')}
          </ButtonLink>
          <Button variant="quiet" icon={<RemoveIcon />} onClick={discard}>
            {t('begin.discard')}
          </Button>
        </FormActions>
      </Form>
      <EmergencyNotice />
    </PublicPage>
  );
}
