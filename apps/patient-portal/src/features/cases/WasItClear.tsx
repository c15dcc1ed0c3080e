import { useConfirmUnderstoodMutation } from '@konsil/api/requests';
import { shortDoctorName } from '@konsil/cases';
import { useAction } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';
import { useTexts } from '@konsil/i18n';
import { Button, ButtonLink, DoneIcon, MessagesIcon, Row, Section, Stack, Text } from '@konsil/ui';
import { paths } from '../paths.ts';
import { casePageTexts } from './texts.ts';

/** Asks whether an answer was clear. "Yes" is shown to the doctor; a question becomes a message in the case. */
export function WasItClear({ answer, theCase }: { answer: Answer; theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const act = useAction();
  const [confirm, confirming] = useConfirmUnderstoodMutation();
  const doctor = shortDoctorName(theCase.doctor.name);
  const ask = (
    <ButtonLink variant="secondary" to={paths.replyTo(theCase.id, answer.id)} icon={<MessagesIcon />}>
      {t(answer.understood_at ? 'page.clear.askLater' : 'page.clear.ask')}
    </ButtonLink>
  );
  const yes = () =>
    act(confirm({ id: answer.id, caseId: theCase.id }).unwrap(), { text: t('page.clear.saved', { doctor }) });
  return (
    <div data-print="hide">
      <Section title={t(answer.understood_at ? 'page.clear.later' : 'page.clear.title')} headingLevel={4}>
        <Stack gap={3}>
          <Row>
            {!answer.understood_at && (
              <Button variant="secondary" icon={<DoneIcon />} busy={confirming.isLoading} onClick={() => void yes()}>
                {t('page.clear.yes')}
              </Button>
            )}
            {ask}
          </Row>
          {!answer.understood_at && (
            <Text as="p" tone="muted" size="small">
              {t('page.clear.text', { doctor })}
            </Text>
          )}
        </Stack>
      </Section>
    </div>
  );
}
