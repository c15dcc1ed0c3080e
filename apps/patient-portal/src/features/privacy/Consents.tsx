import { useState } from 'react';
import { useGetCaseQuery } from '@konsil/api/cases';
import { useListConsentsQuery, useWithdrawConsentMutation } from '@konsil/api/privacy';
import { comingWith } from '@konsil/cases';
import { LoadFailed, Waiting, useAct } from '@konsil/common';
import type { Consent } from '@konsil/contracts/privacy';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, ConfirmDialog, DoneIcon, CloseIcon, List, ListRow, Section, Stack, Text } from '@konsil/ui';
import { ConsentMissing } from './ConsentMissing.tsx';
import { privacyTexts } from './texts.ts';

/** What the account holder allowed, to whom, with a way to take it back. */
export function Consents() {
  const { t } = useTexts(privacyTexts);
  const { t: common } = useCommon();
  const { data, error, refetch } = useListConsentsQuery();
  const [asking, setAsking] = useState<Consent | null>(null);
  const [withdraw, { isLoading }] = useWithdrawConsentMutation();
  const act = useAct();
  const format = useFormat();

  const asked = useGetCaseQuery(asking?.case_id ?? '', { skip: !asking?.case_id });

  const confirm = async () => {
    if (asking) await act(withdraw(asking.id).unwrap(), { text: t('consents.done') });
    setAsking(null);
  };
  const content = () => {
    if (!data) return error ? <LoadFailed problem={error} onRetry={refetch} /> : <Waiting rows={2} />;
    if (data.length === 0) return <Text as="p" tone="muted">{t('consents.empty')}</Text>;
    return (
      <Stack gap={4}>
        {!data.some((consent) => consent.kind === 'health_data' && !consent.withdrawn_at) && <ConsentMissing />}
        <List>{data.map((consent) => <ConsentRow key={consent.id} consent={consent} onWithdraw={() => setAsking(consent)} />)}</List>
      </Stack>
    );
  };
  return (
    <Section id="consents" title={t('consents.title')}>
      <Text as="p" tone="muted">{t('consents.text')}</Text>
      {content()}
      <ConfirmDialog
        open={asking !== null} tone="danger" title={t('consents.askTitle')} confirmLabel={t('consents.withdraw')} cancelLabel={common('words.cancel')} busy={isLoading || asked.isFetching}
        onCancel={() => setAsking(null)} onConfirm={() => void confirm()}
      >
        <Stack gap={3}>
          {asking?.kind === 'health_data'
            ? <><p>{t('consents.askHealth')}</p><p>{t('consents.askHealthThen')}</p></>
            : <p>{t('consents.askText', { doctor: asking?.doctor_name ?? '', case: asking?.case_name ?? '' })}</p>}
          {asked.currentData && comingWith(asked.currentData).map((moment) => (
            <p key={moment}><strong>{t('consents.askAppointment', { moment: format.moment(moment), doctor: asking?.doctor_name ?? '' })}</strong></p>
          ))}
        </Stack>
      </ConfirmDialog>
    </Section>
  );
}

function ConsentRow({ consent, onWithdraw }: { consent: Consent; onWithdraw: () => void }) {
  const { t } = useTexts(privacyTexts);
  const format = useFormat();
  const { kind, given_at, withdrawn_at, doctor_name, case_name } = consent;
  const general = kind === 'health_data';
  const what = general ? t('consents.health_data') : t('consents.send_to_doctor', { doctor: doctor_name ?? '', case: case_name ?? '' });
  const since = withdrawn_at ? t('consents.withdrawn', { day: format.day(withdrawn_at) }) : t('consents.given', { day: format.day(given_at) });
  return (
    <ListRow
      icon={withdrawn_at ? <CloseIcon /> : <DoneIcon />} title={general ? t('consents.portal') : doctor_name}
      detail={<>{general ? what : t('consents.case', { case: case_name ?? '' })}<br />{since}</>}
      actions={!withdrawn_at && <Button variant="secondary" size="small" aria-label={t('consents.withdrawLabel', { what })} onClick={onWithdraw}>{t('consents.withdraw')}</Button>}
    />
  );
}
