import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useConsoleDoctorQuery } from '@konsil/api/console-absences';
import type { ConsoleDoctor } from '@konsil/contracts/console-absences';
import { specialtyIn } from '@konsil/contracts/specialties';
import { practiceToday, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import {
  Alert,
  BackLink,
  Badge,
  Button,
  DefinitionList,
  List,
  ListRow,
  Page,
  PageTitle,
  Section,
  Stack,
  Text,
} from '@konsil/ui';
import { peopleTexts } from '../people/texts';
import { EndAbsence } from './EndAbsence';
import { EnterAbsence } from './EnterAbsence';
import { doctorTexts } from './texts';

type Absence = ConsoleDoctor['absences'][number];

/** One doctor: how many cases are open, and absences that an operator enters for them. */
export default function DoctorPage() {
  const { t } = useTexts(doctorTexts);
  const { t: p } = useTexts(peopleTexts);
  const locale = useLocale();
  const { doctorId = '' } = useParams();
  const back = { to: '/operator/people', label: p('title') };
  return (
    <Loaded result={useConsoleDoctorQuery(doctorId)} back={back} gone={{ title: t('gone') }} failed={t('failed')}>
      {(doctor) => (
        <Page>
          <PageTitle
            back={<BackLink to={back.to}>{back.label}</BackLink>}
            lead={t('who', { specialty: specialtyIn(doctor.specialty, locale), city: doctor.city })}
          >
            {doctor.name}
          </PageTitle>
          <Stack gap={6}>
            {doctor.closed && <Alert>{t('closed')}</Alert>}
            <OpenCases doctor={doctor} />
            <Absences doctor={doctor} />
            {!doctor.closed && <EnterAbsence key={doctor.id} doctor={doctor} />}
          </Stack>
        </Page>
      )}
    </Loaded>
  );
}

function OpenCases({ doctor: { cases } }: { doctor: ConsoleDoctor }) {
  const { t } = useTexts(doctorTexts);
  const format = useFormat();
  return (
    <Section title={t('cases.title')}>
      <Stack gap={3}>
        <p>{t('cases.lead')}</p>
        <DefinitionList
          layout="beside"
          items={[
            { term: t('cases.open'), detail: format.number(cases.open) },
            { term: t('cases.overdue'), detail: format.number(cases.overdue) },
          ]}
        />
      </Stack>
    </Section>
  );
}

function Absences({ doctor }: { doctor: ConsoleDoctor }) {
  const { t } = useTexts(doctorTexts);
  const [ending, setEnding] = useState<Absence>();
  return (
    <Section title={t('absences.title')}>
      {doctor.absences.length === 0 ? (
        <p>{t('absences.none')}</p>
      ) : (
        <List aria-label={t('absences.title')}>
          {doctor.absences.map((absence) => (
            <AbsenceRow key={absence.id} doctor={doctor} absence={absence} onEnd={() => setEnding(absence)} />
          ))}
        </List>
      )}
      {ending && <EndAbsence doctor={doctor} absence={ending} onClose={() => setEnding(undefined)} />}
    </Section>
  );
}

interface AbsenceRowProps {
  doctor: ConsoleDoctor;
  absence: Absence;
  onEnd: () => void;
}

function AbsenceRow({ doctor: { cases, closed }, absence, onEnd }: AbsenceRowProps) {
  const { t } = useTexts(doctorTexts);
  const format = useFormat();
  const { from, to, deputy, agreed, asked } = absence;
  const days = { from: format.day(from), to: format.day(to) };
  const rest = cases.open - agreed - asked;
  return (
    <ListRow
      title={t('absences.days', days)}
      detail={deputy ? t('absences.deputy', { name: deputy.name }) : t('absences.noDeputy')}
      state={from <= practiceToday() && <Badge>{t('absences.now')}</Badge>}
      actions={
        <Button variant="secondary" size="small" aria-label={t('absences.endLabel', days)} onClick={onEnd}>
          {t('absences.end')}
        </Button>
      }
    >
      {!closed && cases.open > 0 && (
        <Stack gap={1}>
          {deputy && <p>{t('absences.agreed', { count: agreed })}</p>}
          {asked > 0 && <p>{t('absences.asked', { count: asked })}</p>}
          {rest > 0 && <p>{t('absences.rest', { count: rest })}</p>}
          {cases.open > agreed && <Text tone="muted">{t('absences.waiting')}</Text>}
        </Stack>
      )}
    </ListRow>
  );
}
