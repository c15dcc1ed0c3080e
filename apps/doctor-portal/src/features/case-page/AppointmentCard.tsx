import { AcceptedAppointment } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';
import { useTexts } from '@konsil/i18n';
import { ButtonLink, Card, Row, Section, Stack } from '@konsil/ui';
import { startWriting } from '../shortcuts/writing';
import { paths } from '../paths';
import { isStandIn } from '../case-parts/standing-in';
import { caseTexts } from '../case-parts/texts';

/** The current appointment of a case; after a cancellation with a link to propose other times. */
export function AppointmentCard({ answer, theCase }: { answer: Answer; theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  const cancelled = Boolean(answer.appointment?.cancelled);
  const standsIn = isStandIn(theCase);
  return (
    <Card>
      <Section title={t(cancelled ? 'appointment.cancelled' : 'appointment.title')} headingLevel={3}>
        <Stack gap={3}>
          <AcceptedAppointment answer={answer} theCase={theCase} reader="doctor" standsIn={standsIn} />
          {cancelled && !standsIn && (
            <Row>
              <ButtonLink to={paths.answer(theCase)} {...startWriting}>
                {t('appointment.proposeAnew')}
              </ButtonLink>
            </Row>
          )}
        </Stack>
      </Section>
    </Card>
  );
}
