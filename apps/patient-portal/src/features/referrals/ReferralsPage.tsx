// @bundle route
import { useState } from 'react';
import { useAcceptReferralMutation, useListReferralsQuery, useRefuseReferralMutation } from '@konsil/api/referrals';
import { LongText } from '@konsil/cases';
import { useAction, useNavigateFromHere } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import type { Referral } from '@konsil/contracts/referrals';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import {
  Alert,
  BackLink,
  Button,
  Card,
  CheckboxField,
  ConfirmDialog,
  DefinitionList,
  EmptyState,
  InboxIcon,
  Page,
  PageTitle,
  PersonNewIcon,
  RadioCards,
  Row,
  Section,
  Stack,
  Text,
  TextLink,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { PreparedFiles } from './PreparedFiles.tsx';
import { referralTexts } from './texts.ts';

/** Cases that another system prepared: the sender, the content, and the decision. */
export function ReferralsPage() {
  const { t } = useTexts(referralTexts);
  return (
    <Loaded result={useListReferralsQuery()} back={{ to: paths.dashboard, label: t('back') }}>
      {(referrals) => (
        <Page>
          <PageTitle
            back={<BackLink to={paths.dashboard}>{t('back')}</BackLink>}
            lead={referrals.length > 0 && t('lead')}
          >
            {t('title')}
          </PageTitle>
          {referrals.length === 0 ? (
            <EmptyState icon={<InboxIcon />}>
              {t('none')}. {t('noneText')}
            </EmptyState>
          ) : (
            <Stack>
              {referrals.map((referral) => (
                <Prepared key={referral.id} referral={referral} />
              ))}
            </Stack>
          )}
        </Page>
      )}
    </Loaded>
  );
}

function Prepared({ referral }: { referral: Referral }) {
  const { t } = useTexts(referralTexts);
  const locale = useLocale();
  const format = useFormat();
  const { from, person, doctor } = referral;
  const named = (who: Referral['person']) => t('forText', { name: fullName(who), day: format.day(who.date_of_birth) });
  return (
    <Section title={referral.case_name}>
      <Card>
        <Stack>
          <DefinitionList
            items={[
              { term: t('from'), detail: t('fromText', from) },
              { term: t('on'), detail: format.dayLong(referral.created_at) },
              { term: t('for'), detail: named(person) },
              {
                term: t('to'),
                detail: doctor
                  ? t('toText', {
                      name: doctor.name,
                      specialty: specialtyIn(doctor.specialty, locale),
                      city: doctor.city,
                    })
                  : t('toNobody'),
              },
              { term: t('diagnosis'), detail: <LongText>{referral.diagnosis}</LongText> },
              { term: t('history'), detail: <LongText>{referral.medical_history}</LongText> },
            ]}
          />
          <PreparedFiles referral={referral} />
          <Decide referral={referral} />
        </Stack>
      </Card>
    </Section>
  );
}

function Decide({ referral: { id, person, people, doctor, expires_at: until } }: { referral: Referral }) {
  const { t } = useTexts(referralTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const navigate = useNavigateFromHere();
  const act = useAction();
  const [accept, accepting] = useAcceptReferralMutation();
  const [refuse, refusing] = useRefuseReferralMutation();
  const same = people.filter(({ differs }) => differs.length === 0);
  const [chosen, choose] = useState(same.length === 1 ? same[0]?.id : undefined);
  const [isSame, setIsSame] = useState(false);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const owner = people.find((one) => one.id === chosen);
  const canAccept = doctor !== null && people.length > 0;
  const mustConfirm = (owner?.differs.length ?? 0) > 0;
  const inWords = (who: Referral['person']) => `${fullName(who)}, ${format.day(who.date_of_birth)}`;
  const take = async () => {
    setTried(true);
    if (!owner || (mustConfirm && !isSame)) return;
    let caseId = '';
    const taking = accept({ id, body: { patient: owner.id, ...(mustConfirm && { same_person: true }) } })
      .unwrap()
      .then((taken) => {
        caseId = taken.case_id;
      });
    if (await act(taking, { text: t('accepted') })) navigate(paths.case(caseId));
  };
  return (
    <Stack>
      {doctor && people.length === 0 && <Text as="p">{t('noPerson')}</Text>}
      {canAccept && (
        <RadioCards
          legend={t('person')}
          name={`person-${id}`}
          value={chosen ?? ''}
          error={tried && !owner ? t('personMissing') : undefined}
          onChange={({ currentTarget }) => {
            choose(currentTarget.value);
            setIsSame(false);
          }}
          options={people.map((one) => ({
            value: one.id,
            title: fullName(one),
            description: t('born', { day: format.day(one.date_of_birth) }),
          }))}
        />
      )}
      {doctor && (
        <TextLink standalone to={paths.newPatient}>
          <PersonNewIcon /> {t('addPerson')}
        </TextLink>
      )}
      {owner && mustConfirm && (
        <>
          <Alert tone="warning" title={t('differs.title')}>
            {t('differs.text', { there: inWords(person), here: inWords(owner) })}
          </Alert>
          <CheckboxField
            label={t('differs.confirm', { name: fullName(owner) })}
            checked={isSame}
            error={tried && !isSame ? t('differs.missing') : undefined}
            onChange={({ currentTarget }) => setIsSame(currentTarget.checked)}
          />
        </>
      )}
      <Text as="p">
        {canAccept && t('what')} {t('until', { day: format.dayLong(until) })}
      </Text>
      <Row>
        {canAccept && (
          <Button busy={accepting.isLoading} onClick={() => void take()}>
            {t('accept')}
          </Button>
        )}
        <Button variant="quiet" busy={refusing.isLoading} onClick={() => setAsking(true)}>
          {t('refuse')}
        </Button>
      </Row>
      <ConfirmDialog
        open={asking}
        title={t('refuseTitle')}
        confirmLabel={t('refuse')}
        cancelLabel={common('words.cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void act(refuse(id).unwrap(), { text: t('refused') });
        }}
      >
        {t('refuseText')}
      </ConfirmDialog>
    </Stack>
  );
}
