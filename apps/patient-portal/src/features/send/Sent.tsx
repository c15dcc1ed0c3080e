import { useEffect, useRef } from 'react';
import { shortDoctorName } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Request } from '@konsil/contracts/requests';
import { useFormat, useTexts } from '@konsil/i18n';
import { ButtonLink, Card, Page, PageTitle, Row, Section, Stack, TurnPill, WaitIcon } from '@konsil/ui';
import { useAnswerNotification } from '../cases/use-answer-told.tsx';
import { paths } from '../paths.ts';
import { sendTexts } from './texts.ts';

/** Confirmation that the case was sent: expected answer day and what happens until then. */
export function SentConfirmation({ theCase, request }: { theCase: ProcessOverview; request: Request }) {
  const { t } = useTexts(sendTexts);
  const format = useFormat();
  const told = useAnswerNotification(request.answer_due_on);
  const page = useRef<HTMLDivElement>(null);
  const doctor = shortDoctorName(theCase.doctor.name);
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    page.current?.querySelector<HTMLElement>('h1')?.focus();
  }, []);
  return (
    <Page>
      <div ref={page}>
        <PageTitle lead={t('sent.lead', { doctor })}>{t('sent.title')}</PageTitle>
      </div>
      <Row>
        <TurnPill tone="other">{t('sent.when', { day: format.dayLong(request.answer_due_on) })}</TurnPill>
      </Row>
      <Card>
        <Section title={t('sent.next')}>
          <Stack as="ul" gap={3}>
            {[t('sent.steps.read', { doctor }), told, t('sent.steps.add')].map(
              (step, at) =>
                step && (
                  <li key={at}>
                    <Row gap={3} wrap={false} align="start">
                      <WaitIcon />
                      <span>{step}</span>
                    </Row>
                  </li>
                ),
            )}
          </Stack>
        </Section>
      </Card>
      <Row>
        <ButtonLink to={paths.case(theCase.id)}>{t('sent.toCase')}</ButtonLink>
      </Row>
    </Page>
  );
}
