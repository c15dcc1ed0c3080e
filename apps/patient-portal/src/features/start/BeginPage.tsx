import { useEffect, useState } from 'react';
import type { Control } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { useSession } from '@konsil/auth';
import { EmergencyNotice } from '@konsil/common';
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
  useToast,
} from '@konsil/ui';
import type { WithQuestions } from '../cases/QuestionFields.tsx';
import { ConcernFields } from '../cases/new-case/ConcernFields.tsx';
import { newCaseFormSchema } from '../cases/new-case/new-case-form.ts';
import { paths } from '../paths.ts';
import { begunCase } from './begun-case.ts';
import type { BegunCase } from './begun-case.ts';
import { startTexts } from './texts.ts';

const schema = z.pick(newCaseFormSchema, { diagnosis: true, medical_history: true, questions: true });
const empty: BegunCase = { diagnosis: '', medical_history: '', questions: [{ text: '' }] };
const signIn = `/login?callbackUrl=${encodeURIComponent(paths.newCase)}`;

/** `/begin`: the concern before any account. The new case of whoever signs in on this device offers it. */
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
  const navigate = useNavigate();
  const toast = useToast();
  const [start] = useState(() => begunCase.read() ?? empty);
  const { form, field, onSubmit, summary } = useZodForm({
    schema,
    defaultValues: start,
    guard: false,
    act: async () => {
      await navigate('/register');
    },
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => begunCase.keep(values) }),
    [form],
  );
  const discard = () => {
    const before = form.getValues();
    form.reset(empty);
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
        <ConcernFields control={form.control as unknown as Control<WithQuestions>} field={field} />
        <Row gap={2} wrap={false} align="start">
          <SafeIcon />
          <span>{t('begin.device')}</span>
        </Row>
        <FormActions>
          <Button type="submit">{t('begin.next')}</Button>
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
