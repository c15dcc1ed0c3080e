import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { problemOf } from '@konsil/api/problem';
import { manifestRequestSchema } from '@konsil/contracts/shares';
import { useZodForm } from '@konsil/forms/forms';
import { useTexts } from '@konsil/i18n';
import { PublicPage } from '@konsil/portal-frame';
import {
  Alert,
  Button,
  Card,
  ErrorSummary,
  Form,
  FormActions,
  PageTitle,
  PasswordField,
  Progress,
  Stack,
  Text,
  TextField,
} from '@konsil/ui';
import { useCommon } from '@konsil/i18n';
import { payloadIn } from './sealing.ts';
import type { LinkPayload } from './sealing.ts';
import { SharedItems } from './SharedItems.tsx';
import { shareTexts } from './texts.ts';
import { tokenOf, useOpenedLink } from './use-opened-link.ts';

/** `/s#shlink:/…`: shows the content of a patient's sealed link, without an account. */
export function SharedLinkPage() {
  const { t } = useTexts(shareTexts);
  const { hash } = useLocation();
  const payload = useMemo(() => payloadIn(hash), [hash]);
  const token = payload && tokenOf(payload);
  const fault = !payload ? 'incomplete' : token ? (isOver(payload) ? 'gone' : null) : 'foreign';
  return (
    <PublicPage>
      <PageTitle lead={t('open.lead')}>{payload?.label || t('open.title')}</PageTitle>
      {fault && (
        <Alert tone="warning" title={t(`open.${fault}`)}>
          {t(`open.${fault}Text`)}
        </Alert>
      )}
      {!fault && payload && token && <Opening key={token} payload={payload} token={token} />}
    </PublicPage>
  );
}

const isOver = ({ exp }: LinkPayload): boolean => exp !== undefined && exp * 1000 <= Date.now();

function Opening({ payload, token }: { payload: LinkPayload; token: string }) {
  const { t } = useTexts(shareTexts);
  const { t: common } = useCommon();
  const { open, opened, progress } = useOpenedLink(payload, token);
  const asksPasscode = payload.flag?.includes('P') ?? false;
  const { field, onSubmit, summary, busy, problem } = useZodForm({
    schema: z.object({ recipient: manifestRequestSchema.shape.recipient, passcode: z.string() }),
    defaultValues: { recipient: '', passcode: '' },
    guard: false,
    at: { wrong_passcode: 'passcode' },
    act: ({ recipient, passcode }) =>
      open({ recipient, ...(asksPasscode && { passcode: passcode.trim() }), embeddedLengthMax: 65_536 }).catch(
        (error: unknown) => {
          throw problemOf(error);
        },
      ),
  });
  if (opened) return <SharedItems opened={opened} />;
  if (problem?.code === 'not_found' || problem?.remainingAttempts === 0)
    return (
      <Alert live tone="warning" title={t('open.gone')}>
        {t('open.goneText')}
      </Alert>
    );
  const left = problem?.remainingAttempts;
  return (
    <Card>
      <Form onSubmit={(event) => void onSubmit(event)}>
        <ErrorSummary {...summary} />
        <TextField
          label={t('open.recipient')}
          hint={t('open.recipientHint')}
          autoComplete="organization"
          {...field('recipient')}
        />
        {asksPasscode && (
          <PasswordField
            label={t('open.passcode')}
            hint={left === undefined ? t('open.passcodeHint') : t('open.left', { count: left })}
            autoComplete="off"
            words={{ show: common('words.show'), hide: common('words.hide') }}
            {...field('passcode')}
          />
        )}
        {!payload.flag?.includes('L') && <Text as="p">{t('open.once')}</Text>}
        {progress && busy && (
          <Stack gap={2}>
            <Progress label={t('open.loading')} value={progress.done / progress.count} />
            <p role="status">{t('open.busy', progress)}</p>
          </Stack>
        )}
        <FormActions>
          <Button type="submit" busy={busy}>
            {t('open.submit')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
