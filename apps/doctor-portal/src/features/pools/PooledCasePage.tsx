import {
  useAssignPooledCaseMutation,
  useGetPooledCaseQuery,
  useListPoolsQuery,
  useTakeOutOfPoolMutation,
} from '@konsil/api/pools';
import { shortDoctorName } from '@konsil/cases';
import { LoadFailed, useNavigateFromHere, Waiting } from '@konsil/common';
import { assignSchema, type Pool, type PooledCasePage as Shown } from '@konsil/contracts/pools';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useZodForm } from '@konsil/forms/forms';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import {
  BackLink,
  Button,
  ErrorSummary,
  Form,
  FormActions,
  Page,
  PageTitle,
  Row,
  Section,
  SelectField,
  Stack,
  Text,
  useToast,
} from '@konsil/ui';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../paths';
import { ReadableCasePage } from '../second-looks/ReadableCasePage';
import { poolTexts } from './texts';
import { takerIn, useTake } from './use-take';

/** A case in a pool: to read, and to take or to give to a colleague. */
export default function PooledCasePage() {
  const { stayId = '' } = useParams();
  const { t } = useTexts(poolTexts);
  const [acting, setActing] = useState(false);
  // An action that ends the stay must not refetch it: the refused request would appear in the patient's access log.
  const result = useGetPooledCaseQuery(stayId, { refetchOnMountOrArgChange: true, skip: acting });
  const taker = takerIn(result.error);
  if (taker && !acting)
    return (
      <Page>
        <PageTitle
          back={<BackLink to={paths.pools}>{t('titleAlone')}</BackLink>}
          lead={t('takenBy', { doctor: taker })}
        >
          {t('page.gone')}
        </PageTitle>
      </Page>
    );
  return (
    <Loaded
      result={acting ? { currentData: result.data, refetch: result.refetch } : result}
      gone={{ title: t('page.gone'), text: t('page.goneText') }}
      back={{ to: paths.pools, label: t('titleAlone') }}
      label={t('page.loading')}
      failed={t('page.failed')}
      width="wide"
    >
      {(pooled) => <PooledCase key={pooled.id} pooled={pooled} onActing={setActing} />}
    </Loaded>
  );
}

interface PooledCaseProps {
  pooled: Shown;
  /** Called when an action that ends the stay begins or fails. */
  onActing: (acting: boolean) => void;
}

function PooledCase({ pooled, onActing }: PooledCaseProps) {
  const { t } = useTexts(poolTexts);
  const { clinic } = pooled;
  return (
    <ReadableCasePage
      theCase={pooled}
      back={<BackLink to={paths.pool(clinic.id)}>{t('title', { clinic: clinic.name })}</BackLink>}
    >
      <Acts pooled={pooled} onActing={onActing} />
    </ReadableCasePage>
  );
}

function Acts({ pooled, onActing }: PooledCaseProps) {
  const { t } = useTexts(poolTexts);
  const format = useFormat();
  const navigate = useNavigateFromHere();
  const toast = useToast();
  const { take, busy, fail } = useTake();
  const [keep, { isLoading }] = useTakeOutOfPoolMutation();
  const { data, error, refetch } = useListPoolsQuery();
  const pool = data?.find(({ id }) => id === pooled.clinic.id);
  const takeIt = async () => {
    onActing(true);
    const taken = await take(pooled.id, pooled.clinic.id);
    if (taken) navigate(paths.case(taken));
    else onActing(false);
  };
  const keepIt = async (caseId: string) => {
    onActing(true);
    try {
      await keep({ caseId }).unwrap();
      toast({ text: t('kept') });
      navigate(paths.case({ id: caseId, patient: pooled.patient }));
    } catch (reason) {
      onActing(false);
      fail(reason);
    }
  };
  return (
    <Stack gap={4}>
      <Section title={t('page.who')}>
        <Stack gap={3}>
          <p>
            {pooled.mine_case_id
              ? t('page.yours', { day: format.day(pooled.put_at) })
              : t('page.put', { doctor: shortDoctorName(pooled.put_by), day: format.day(pooled.put_at) })}
          </p>
          {pooled.answer_due_on && <p>{t('page.due', { day: format.dayLong(pooled.answer_due_on) })}</p>}
          <Row>
            {pooled.mine_case_id ? (
              <Button busy={isLoading} onClick={() => void keepIt(pooled.mine_case_id ?? '')}>
                {t('keep')}
              </Button>
            ) : (
              <Button busy={busy} onClick={() => void takeIt()}>
                {t('take')}
              </Button>
            )}
          </Row>
          {!pooled.mine_case_id && (
            <Text as="p" tone="muted" size="small">
              {t('page.then')}
            </Text>
          )}
        </Stack>
      </Section>
      <Section title={t('assign.title')}>
        {!data && error && (
          <LoadFailed problem={error} onRetry={refetch}>
            {t('failed')}
          </LoadFailed>
        )}
        {!data && !error && <Waiting rows={1} />}
        {pool && <Assign pooled={pooled} pool={pool} onActing={onActing} />}
      </Section>
    </Stack>
  );
}

function Assign({ pooled, pool, onActing }: PooledCaseProps & { pool: Pool }) {
  const { t } = useTexts(poolTexts);
  const locale = useLocale();
  const navigate = useNavigateFromHere();
  const toast = useToast();
  const [assign] = useAssignPooledCaseMutation();
  const { field, onSubmit, summary, busy } = useZodForm({
    schema: assignSchema,
    defaultValues: { colleague: '' },
    act: async ({ colleague }) => {
      onActing(true);
      const { doctor } = await assign({ id: pooled.id, colleague })
        .unwrap()
        .catch((reason: unknown) => {
          onActing(false);
          throw reason;
        });
      toast({ text: t('assign.done', { doctor: shortDoctorName(doctor) }), tone: 'success' });
      navigate(paths.pool(pool.id));
    },
  });
  if (pool.colleagues.length === 0) return <p>{t('assign.nobody')}</p>;
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      <SelectField
        label={t('assign.colleague')}
        hint={t('assign.hint')}
        placeholder={t('assign.choose')}
        options={pool.colleagues.map(({ id, name, specialty }) => ({
          value: id,
          label: [name, specialtyIn(specialty, locale)].filter(Boolean).join(', '),
        }))}
        {...field('colleague')}
      />
      <FormActions>
        <Button type="submit" variant="secondary" busy={busy}>
          {t('assign.do')}
        </Button>
      </FormActions>
    </Form>
  );
}
