import { useState } from 'react';
import { doctorName } from '@konsil/cases';
import { useListConsentsQuery } from '@konsil/api/privacy';
import { LoadFailed, Waiting } from '@konsil/common';
import type { Consent } from '@konsil/contracts/privacy';
import { useFormat, useTexts } from '@konsil/i18n';
import { Avatar, Button, DoctorIcon, List, ListRow, Section, Stack, Text, TextLink } from '@konsil/ui';
import { paths } from '../paths.ts';
import { WithdrawConsent } from '../privacy/WithdrawConsent.tsx';
import { Readers } from '../readers/Readers.tsx';
import { ShareLinks } from '../share/ShareLinks.tsx';
import { patientPageTexts } from './texts.ts';

/** Everybody who sees something of a person now: doctors by case, people who read along, sealed links; each can be ended here. */
export function WhoMaySee({ patientId, name }: { patientId: string; name: string }) {
  const { t } = useTexts(patientPageTexts);
  const { data, error, refetch } = useListConsentsQuery();
  const [asking, setAsking] = useState<Consent | null>(null);
  const given = data?.filter(({ patient_id: of, withdrawn_at: withdrawn }) => of === patientId && !withdrawn);
  const doctors = () => {
    if (!given) return error ? <LoadFailed problem={error} onRetry={refetch} /> : <Waiting rows={2} />;
    if (given.length === 0)
      return (
        <Text as="p" tone="muted">
          {t('sees.nobody')}
        </Text>
      );
    return (
      <List>
        {given.map((consent) => (
          <Doctor key={consent.id} consent={consent} onEnd={() => setAsking(consent)} />
        ))}
      </List>
    );
  };
  return (
    <Section id="sees" title={t('sees.title')}>
      <Stack gap={4}>
        {doctors()}
        <Readers patientId={patientId} name={name} />
        <Stack gap={2}>
          <h3>{t('sees.links')}</h3>
          <ShareLinks patientId={patientId} />
        </Stack>
        <TextLink standalone to={paths.accesses(patientId)}>
          {t('page.accesses')}
        </TextLink>
      </Stack>
      <WithdrawConsent consent={asking} onClose={() => setAsking(null)} />
    </Section>
  );
}

const seesAs = {
  health_data: 'sees.since',
  send_to_doctor: 'sees.since',
  second_look: 'sees.secondLook',
  deputy: 'sees.deputy',
  assistants: 'sees.assistants',
  clinic_pool: 'sees.pool',
} as const;

function Doctor({ consent, onEnd }: { consent: Consent; onEnd: () => void }) {
  const { t } = useTexts(patientPageTexts);
  const format = useFormat();
  const { kind, doctor_name: person, clinic_name: clinic, case_name: name, case_id: id, given_at: since } = consent;
  const doctor = person ? doctorName(person) : clinic;
  return (
    <ListRow
      icon={person ? <Avatar name={person} voice="doctor" /> : <DoctorIcon />}
      title={doctor}
      detail={
        <>
          {id && <TextLink to={paths.case(id)}>{name}</TextLink>}
          <br />
          {t(seesAs[kind], { day: format.day(since) })}
        </>
      }
    >
      <Button
        variant="secondary"
        size="small"
        aria-label={t('sees.endLabel', { doctor: doctor ?? '', case: name ?? '' })}
        onClick={onEnd}
      >
        {t('sees.end')}
      </Button>
    </ListRow>
  );
}
