// @bundle route
import { useAllowPoolMutation } from '@konsil/api/pools';
import { shortDoctorName } from '@konsil/cases';
import { useAction } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { CasePool } from '@konsil/contracts/pool-states';
import { useFormat, useTexts } from '@konsil/i18n';
import { Button, Card, Row, Section, Stack, Text, TextLink } from '@konsil/ui';
import { paths } from '../paths.ts';
import { ColleagueAccess } from './ColleagueCards.tsx';
import { casePageTexts } from './texts.ts';

/** The doctors of clinics who may answer a case, the doctor who has it, and the patient's decisions about that. */
export function Pools({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  const { pool } = theCase;
  if (!pool) return null;
  const { taken, clinics } = pool;
  return (
    <>
      {taken && (
        <Card>
          <p>
            {t('pool.taken', {
              doctor: shortDoctorName(taken.by),
              clinic: taken.clinic,
              day: format.dayLong(taken.at),
            })}
          </p>
        </Card>
      )}
      {clinics
        .filter(({ allowed, doctors_in_all: others }) => allowed || others > 0)
        .map((clinic) => (
          <Clinic key={clinic.id} theCase={theCase} clinic={clinic} now={pool.now} />
        ))}
    </>
  );
}

interface ClinicProps {
  theCase: ProcessOverview;
  clinic: CasePool['clinics'][number];
  now: CasePool['now'];
}

function Clinic({ theCase: { id: caseId, doctor: itsDoctor }, clinic, now }: ClinicProps) {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  const act = useAction();
  const [decide, { isLoading }] = useAllowPoolMutation();
  const isIn = now?.clinic_id === clinic.id;
  const words = {
    doctor: shortDoctorName(itsDoctor.name),
    clinic: clinic.name,
    day: isIn ? format.dayLong(now.since) : '',
  };
  const say = (allows: boolean) =>
    act(decide({ caseId, clinic: clinic.id, allows }).unwrap(), {
      text: t(allows ? 'pool.agreed' : 'pool.ended', words),
    });
  if (clinic.allowed)
    return (
      <ColleagueAccess
        title={t(isIn ? 'pool.nowTitle' : 'pool.openTitle', words)}
        text={t(isIn ? 'pool.now' : 'pool.open', words)}
        endLabel={t('pool.end')}
        endTitle={t('pool.endTitle')}
        endText={t('pool.endText', words)}
        busy={isLoading}
        onEnd={() => say(false)}
      />
    );
  const more = clinic.doctors_in_all - clinic.doctors.length;
  return (
    <Card>
      <Section title={t('pool.title')}>
        <Stack gap={3}>
          <p>{t('pool.consent', words)}</p>
          <p>
            {t('pool.who', { names: format.list(clinic.doctors) })} {more > 0 && t('pool.more', { count: more })}{' '}
            <TextLink to={paths.clinic(clinic.id)}>{clinic.name}</TextLink>
          </p>
          <Text as="p" tone="muted">
            {t('pool.free', words)}
          </Text>
          <Row>
            <Button variant="secondary" size="small" busy={isLoading} onClick={() => void say(true)}>
              {t('pool.agree')}
            </Button>
          </Row>
        </Stack>
      </Section>
    </Card>
  );
}
