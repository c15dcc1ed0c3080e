import { useAnswerSecondLookMutation, useGetLookedAtCaseQuery } from '@konsil/api/second-looks';
import { shortDoctorName } from '@konsil/cases';
import { useNavigateFromHere } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import { answerSecondLookSchema, type LookedAtCase } from '@konsil/contracts/second-looks';
import { useZodForm } from '@konsil/forms/forms';
import { useFormat, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { BackLink, Button, Card, ErrorSummary, Form, FormActions, Section, Text, TextArea, useToast } from '@konsil/ui';
import { useParams } from 'react-router-dom';
import { paths } from '../paths';
import { ReadableCasePage } from './ReadableCasePage';
import { secondLookTexts } from './texts';

/** A colleague's case, to read and to reply to the colleague. */
export default function LookedAtCasePage() {
  const { lookId = '' } = useParams();
  const { t } = useTexts(secondLookTexts);
  const result = useGetLookedAtCaseQuery(lookId, { refetchOnMountOrArgChange: true });
  return (
    <Loaded
      result={result}
      gone={{ title: t('page.gone'), text: t('page.goneText') }}
      back={{ to: paths.secondLooks, label: t('page.back') }}
      label={t('page.loading')}
      failed={t('page.failed')}
      width="wide"
    >
      {(look) => <Shown key={look.id} look={look} />}
    </Loaded>
  );
}

function Shown({ look }: { look: LookedAtCase }) {
  const { t } = useTexts(secondLookTexts);
  return (
    <ReadableCasePage
      theCase={look}
      back={<BackLink to={paths.secondLooks}>{t('page.back')}</BackLink>}
      first={
        <Card>
          <Section title={t('page.question', { doctor: shortDoctorName(look.asked_by) })}>
            <Text as="p" preserveLines>
              {look.question}
            </Text>
          </Section>
        </Card>
      }
    >
      <Reply look={look} />
    </ReadableCasePage>
  );
}

function Reply({ look }: { look: LookedAtCase }) {
  const { t } = useTexts(secondLookTexts);
  const format = useFormat();
  const toast = useToast();
  const navigate = useNavigateFromHere();
  const [send] = useAnswerSecondLookMutation();
  const doctor = shortDoctorName(look.asked_by);
  const { field, onSubmit, summary, busy } = useZodForm({
    schema: answerSecondLookSchema,
    defaultValues: { answer: '' },
    act: async (body) => {
      await send({ id: look.id, body }).unwrap();
      toast({ text: t('page.sent', { doctor }), tone: 'success' });
      navigate(paths.secondLooks);
    },
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      <TextArea
        label={t('page.answer', { doctor })}
        hint={t('page.answerHint', { doctor, patient: fullName(look.patient) })}
        rows={10}
        {...field('answer')}
      />
      <FormActions>
        <Button type="submit" busy={busy}>
          {t('page.send')}
        </Button>
      </FormActions>
      <Text as="p" tone="muted" size="small">
        {t('page.until', { day: format.day(look.until) })}
      </Text>
    </Form>
  );
}
