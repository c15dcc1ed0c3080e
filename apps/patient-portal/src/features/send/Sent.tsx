import { useEffect, useRef } from 'react';
import { shortDoctorName } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Request } from '@konsil/contracts/requests';
import { useFormat, useTexts } from '@konsil/i18n';
import { ButtonLink, Card, DoneIcon, Page, PageTitle, Row, Section, Stack, TurnPill } from '@konsil/ui';
import { paths } from '../paths.ts';
import { sendTexts } from './texts.ts';

const steps = ['read', 'mail', 'add'] as const;

/** The case is sent: until when an answer comes and what happens until then. */
export function Sent({ theCase, request }: { theCase: ProcessOverview; request: Request }) {
  const { t } = useTexts(sendTexts);
  const format = useFormat();
  const page = useRef<HTMLDivElement>(null);
  const doctor = shortDoctorName(theCase.doctor.name);
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    page.current?.querySelector<HTMLElement>('h1')?.focus();
  }, []);
  return (
    <Page>
      <div ref={page}><PageTitle lead={t('sent.lead', { doctor })}>{t('sent.title')}</PageTitle></div>
      <Row><TurnPill tone="other">{t('sent.when', { day: format.dayLong(request.answer_due_on) })}</TurnPill></Row>
      <Card>
        <Section title={t('sent.next')}>
          <Stack as="ul" gap={3}>
            {steps.map((step) => <li key={step}><Row gap={3} wrap={false} align="start"><DoneIcon /><span>{t(`sent.steps.${step}`, { doctor })}</span></Row></li>)}
          </Stack>
        </Section>
      </Card>
      <Row><ButtonLink to={paths.case(theCase.id)}>{t('sent.toCase')}</ButtonLink></Row>
    </Page>
  );
}
