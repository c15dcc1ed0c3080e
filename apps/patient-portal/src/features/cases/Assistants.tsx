// @bundle route
import { useAllowAssistantsMutation } from '@konsil/api/assistants';
import { shortDoctorName } from '@konsil/cases';
import { useAction } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useFormat, useTexts } from '@konsil/i18n';
import { Button, Card, Row, Section, Stack, Text } from '@konsil/ui';
import { ColleagueAccess } from './ColleagueCards.tsx';
import { casePageTexts } from './texts.ts';

/** The assistants of the doctor: who sees the case, and the patient's decision about it. */
export function Assistants({ theCase: { id, assistants, doctor: itsDoctor } }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  const act = useAction();
  const [decide, { isLoading }] = useAllowAssistantsMutation();
  if (!assistants) return null;
  const doctor = shortDoctorName(itsDoctor.name);
  const words = { doctor, names: format.list(assistants.names), count: assistants.names.length };
  const say = (allows: boolean) =>
    act(decide({ id, allows, doctor_id: itsDoctor.id }).unwrap(), {
      text: t(allows ? 'assistants.agreed' : 'assistants.ended', words),
    });
  if (assistants.allowed)
    return (
      <ColleagueAccess
        title={t('assistants.title', words)}
        text={t(assistants.names.length > 0 ? 'assistants.open' : 'assistants.nobody', words)}
        endLabel={t('assistants.end')}
        endTitle={t('assistants.endTitle')}
        endText={t('assistants.endText', words)}
        busy={isLoading}
        onEnd={() => say(false)}
      />
    );
  return (
    <Card>
      <Section title={t('assistants.title', words)}>
        <Stack gap={3}>
          <p>{t('assistants.closed', words)}</p>
          <p>{t('assistants.consent', words)}</p>
          <Text as="p" tone="muted">
            {t('assistants.free', words)}
          </Text>
          <Row>
            <Button variant="secondary" size="small" busy={isLoading} onClick={() => void say(true)}>
              {t('assistants.agree')}
            </Button>
          </Row>
        </Stack>
      </Section>
    </Card>
  );
}
