import { useState } from 'react';
import { ownPasswordSchema } from '@konsil/account/own-proof';
import * as z from 'zod/mini';
import { addressOf } from '@konsil/api/origin';
import { useGetTakeAwayQuery, useTakeCaseAwayMutation, useTakePatientAwayMutation } from '@konsil/api/take-away';
import { LoadFailed, Waiting } from '@konsil/common';
import { problemOf } from '@konsil/api/problem';
import { takeAwayKinds } from '@konsil/contracts/take-away';
import type { TakeAway as Made, TakeAwayKind } from '@konsil/contracts/take-away';
import { useZodForm } from '@konsil/forms/forms';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import {
  Alert,
  Button,
  ButtonLink,
  Card,
  DownloadIcon,
  ErrorSummary,
  Form,
  FormActions,
  Progress,
  RadioCards,
  Row,
  Section,
  Stack,
  Text,
} from '@konsil/ui';
import { OwnPassword } from '../privacy/OwnPassword.tsx';
import { takeAwayTexts } from './texts.ts';

const againMs = 1500;
/** The last file of each case and person, so that it is found again after leaving the page. */
const lastMade = new Map<string, string>();

/** Makes a file of a case or person in the background, and offers it. */
export function TakeAway({ of, id }: { of: 'case' | 'person'; id: string }) {
  const { t } = useTexts(takeAwayTexts);
  const [made, setMade] = useState(lastMade.get(id) ?? null);
  const keep = (next: string | null) => {
    if (next) lastMade.set(id, next);
    else lastMade.delete(id);
    setMade(next);
  };
  return (
    <Stack>
      {made ? <Making key={made} id={made} onAgain={() => keep(null)} /> : <Order of={of} id={id} onBegun={keep} />}
      <Section title={t('contains')}>
        <Text as="p">{t(`contents.${of}`)}</Text>
        <Text as="p" tone="muted">
          {t('notShown')}
        </Text>
      </Section>
    </Stack>
  );
}

function Order({ of, id, onBegun }: { of: 'case' | 'person'; id: string; onBegun: (id: string) => void }) {
  const { t } = useTexts(takeAwayTexts);
  const locale = useLocale();
  const [takeCase] = useTakeCaseAwayMutation();
  const [takePerson] = useTakePatientAwayMutation();
  const [proven, setProven] = useState(false);
  const { field, onSubmit, summary, busy } = useZodForm({
    schema: z.extend(ownPasswordSchema(proven), { kind: z.enum(takeAwayKinds) }),
    defaultValues: { current_password: '', kind: 'dossier' as TakeAwayKind },
    guard: false,
    scope: 'take-away-',
    act: async ({ kind, ...password }) => {
      const take = of === 'case' ? takeCase : takePerson;
      const body = { kind, language: locale, ...(proven ? {} : password) };
      onBegun((await take({ id, body }).unwrap()).id);
    },
  });
  return (
    <Card>
      <Form aria-label={t('title')} onSubmit={(event) => void onSubmit(event)}>
        <ErrorSummary {...summary} />
        <RadioCards
          {...field('kind')}
          legend={t('kind')}
          options={takeAwayKinds.map((kind) => ({
            value: kind,
            title: t(`kinds.${kind}.label`),
            description: t(`kinds.${kind}.hint`),
          }))}
        />
        <OwnPassword field={field('current_password')} proven={proven} onProven={() => setProven(true)} />
        <FormActions>
          <Button type="submit" busy={busy} busyLabel={t('starting')}>
            {t('start')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}

function Making({ id, onAgain }: { id: string; onAgain: () => void }) {
  const { t } = useTexts(takeAwayTexts);
  const [over, setOver] = useState(false);
  const { data, error, refetch } = useGetTakeAwayQuery(id, {
    pollingInterval: over ? 0 : againMs,
    refetchOnMountOrArgChange: true,
  });
  const isOver = data !== undefined && data.state !== 'making';
  if (isOver !== over) setOver(isOver);
  const again = (
    <Row>
      <Button variant="quiet" onClick={onAgain}>
        {t('again')}
      </Button>
    </Row>
  );
  if (!data && error)
    return (
      <Stack gap={3}>
        <LoadFailed problem={problemOf(error)} onRetry={refetch} />
        {again}
      </Stack>
    );
  if (!data) return <Waiting rows={1} />;
  if (data.state === 'making') return <Advancing made={data} />;
  return (
    <Stack gap={3}>
      {data.state === 'ready' ? <Ready made={data} /> : <Failed />}
      {again}
    </Stack>
  );
}

function Advancing({ made: { done, total } }: { made: Made }) {
  const { t } = useTexts(takeAwayTexts);
  return (
    <Card>
      <Stack gap={3}>
        <Progress label={t('making')} {...(total > 0 && { value: Math.min(1, done / total) })} />
        <Text as="p" aria-live="polite">
          {t('making')}.{total > 0 && ` ${t('makingPages', { done: Math.min(done, total), total })}`}
        </Text>
        <Text as="p" tone="muted">
          {t('makingText')}
        </Text>
      </Stack>
    </Card>
  );
}

function Ready({ made: { kind, Filelocation: address, size } }: { made: Made }) {
  const { t } = useTexts(takeAwayTexts);
  const format = useFormat();
  return (
    <Alert
      live
      tone="success"
      title={t('ready')}
      action={
        <ButtonLink
          download
          to={new URL(addressOf((address ?? '') as `/${string}`), window.location.href).href}
          icon={<DownloadIcon />}
        >
          {t(`kinds.${kind}.download`)}
        </ButtonLink>
      }
    >
      {t('readyText', { kind: t(`kinds.${kind}.label`), size: format.size(size ?? 0) })}
    </Alert>
  );
}

function Failed() {
  const { t } = useTexts(takeAwayTexts);
  return (
    <Alert live tone="danger" title={t('failed')}>
      {t('failedText')}
    </Alert>
  );
}
