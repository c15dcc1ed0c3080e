// @bundle route
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { useAllowAppMutation, useGetAskingAppQuery } from '@konsil/api/patient-apps';
import { LoadFailed } from '@konsil/common';
import { appGrantDays, appTokenMinutes } from '@konsil/contracts/app-reads';
import { fullName } from '@konsil/contracts/full-name';
import { appRequestParameters, type AppRequest, type AskingApp } from '@konsil/contracts/patient-apps';
import type { PatientSummary } from '@konsil/contracts/patients';
import { useZodForm } from '@konsil/forms/forms';
import { useFormat, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import {
  Alert,
  BackLink,
  Button,
  Card,
  DefinitionList,
  ErrorSummary,
  Form,
  FormActions,
  Page,
  PageTitle,
  RadioCards,
  Stack,
  Text,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { OwnPassword } from '../privacy/OwnPassword.tsx';
import { useAllPeople } from '../privacy/use-everybody.ts';
import { useProofWhenAsked } from '../readers/use-proof.ts';
import { appTexts } from '../apps/texts.ts';

/** Leads back to the app; without an entry in the history, because the request is used up. */
type Leave = (url: string) => void;

/** The patient decides whether an app may read, and for whom (SMART App Launch, docs/fhir.md). */
export function AskingAppPage({ leave = (url) => window.location.replace(url) }: { leave?: Leave }) {
  const { t } = useTexts(appTexts);
  const [query] = useSearchParams();
  const request = Object.fromEntries(
    appRequestParameters.flatMap((name) => {
      const value = query.get(name);
      return value === null && name === 'launch' ? [] : [[name, value ?? '']];
    }),
  ) as unknown as AppRequest;
  return (
    <Loaded
      result={useGetAskingAppQuery(request)}
      gone={{ title: t('ask.gone'), text: t('ask.goneText') }}
      back={{ to: paths.privacy, label: t('ask.back') }}
      label={t('ask.loading')}
      failed={t('ask.failed')}
    >
      {(app) => <Asking app={app} request={request} leave={leave} />}
    </Loaded>
  );
}

interface Props {
  app: AskingApp;
  request: AppRequest;
  leave: Leave;
}

function Asking({ app, request, leave }: Props) {
  const { t } = useTexts(appTexts);
  const { people, whole, isLoading, problem, retry } = useAllPeople();
  const { name, operator, website, contact, reads, lasting } = app;
  return (
    <Page>
      <PageTitle back={<BackLink to={paths.privacy}>{t('ask.back')}</BackLink>} lead={t('ask.lead')}>
        {t('ask.title', { name })}
      </PageTitle>
      <Stack>
        <Card>
          <DefinitionList
            items={[
              { term: t('ask.app'), detail: name },
              { term: t('ask.operator'), detail: operator },
              ...(website ? [{ term: t('ask.website'), detail: website }] : []),
              ...(contact ? [{ term: t('ask.contact'), detail: contact }] : []),
              {
                term: t('ask.reads'),
                detail: (
                  <Stack as="ul" gap={2}>
                    {reads.map((read) => (
                      <li key={read}>{t(`reads.${read}`)}</li>
                    ))}
                  </Stack>
                ),
              },
              {
                term: t('ask.howLong'),
                detail: lasting
                  ? t('ask.lasting', { days: appGrantDays })
                  : t('ask.once', { minutes: appTokenMinutes }),
              },
            ]}
          />
        </Card>
        <Text as="p">{t('ask.never')}</Text>
        <Alert tone="warning">{t('ask.leaves')}</Alert>
        <Text as="p">{t('ask.end')}</Text>
        {problem && !whole && <LoadFailed problem={problem} onRetry={() => void retry()} />}
        {!isLoading && whole && people.length === 0 && <Text as="p">{t('ask.nobody')}</Text>}
        {!isLoading && (
          <Decision
            app={app}
            request={request}
            leave={leave}
            people={app.person === null ? people : people.filter(({ id }) => id === app.person)}
          />
        )}
      </Stack>
    </Page>
  );
}

const schema = z.object({
  patient: z.string('selectOption').check(z.minLength(1, 'selectOption')),
  current_password: z.string(),
});

function Decision({ app, request, leave, people }: Props & { people: readonly PatientSummary[] }) {
  const { t } = useTexts(appTexts);
  const format = useFormat();
  const [allow] = useAllowAppMutation();
  const { asked, proven, onProven, withProof } = useProofWhenAsked();
  const { field, onSubmit, summary, busy } = useZodForm({
    schema,
    // The patient chooses, here or by opening the app; no person is preselected.
    defaultValues: { patient: app.person ?? '', current_password: '' },
    guard: false,
    at: { proof_needed: 'current_password' },
    act: async ({ patient, current_password }) => {
      const { url } = await withProof(current_password, () => allow({ id: patient, body: request }).unwrap());
      leave(url);
    },
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      {people.length > 0 && (
        <RadioCards
          {...field('patient')}
          legend={t('ask.person')}
          hint={t(app.person === null ? 'ask.personHint' : 'ask.personOpened')}
          options={people.map((one) => ({
            value: one.id,
            title: fullName(one),
            description: t('ask.born', { day: format.day(one.date_of_birth) }),
          }))}
        />
      )}
      {asked && <OwnPassword field={field('current_password')} proven={proven} onProven={onProven} />}
      <FormActions>
        {people.length > 0 && (
          <Button type="submit" busy={busy}>
            {t('ask.allow')}
          </Button>
        )}
        <Button variant="secondary" onClick={() => leave(app.refuse_url)}>
          {t('ask.refuse')}
        </Button>
      </FormActions>
    </Form>
  );
}
