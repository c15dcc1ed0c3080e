// @bundle route
import { useDecideSecondLookMutation, useEndSecondLookMutation } from '@konsil/api/second-looks';
import { shortDoctorName } from '@konsil/cases';
import { useAction } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { secondLookDays, type SecondLook } from '@konsil/contracts/second-look-states';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Button, Card, ConfirmDialog, Row, Section, Stack, Text } from '@konsil/ui';
import { useState } from 'react';
import { casePageTexts } from './texts.ts';

/** The patient's decisions about second looks of a case: the question, and the access that they gave. */
export function SecondLooks({ theCase }: { theCase: ProcessOverview }) {
  return theCase.second_looks?.map((look) => {
    if (look.state === 'asked') return <Question key={look.id} theCase={theCase} look={look} />;
    return look.state === 'open' ? <Reader key={look.id} theCase={theCase} look={look} /> : null;
  });
}

interface Props {
  theCase: ProcessOverview;
  look: SecondLook;
}

function Question({ theCase, look }: Props) {
  const { t } = useTexts(casePageTexts);
  const locale = useLocale();
  const act = useAction();
  const [decide, { isLoading }] = useDecideSecondLookMutation();
  const words = {
    doctor: shortDoctorName(look.asked_by),
    colleague: shortDoctorName(look.reader.name),
    specialty: specialtyIn(look.reader.specialty, locale),
    city: look.reader.city,
    count: secondLookDays,
  };
  const say = (agrees: boolean) =>
    act(decide({ id: look.id, caseId: theCase.id, agrees }).unwrap(), {
      text: t(agrees ? 'secondLook.agreed' : 'secondLook.refused', words),
    });
  return (
    <Card>
      <Section title={t('secondLook.title', words)}>
        <Stack gap={3}>
          <p>{t('secondLook.consent', words)}</p>
          <Text as="p" tone="muted">
            {t('secondLook.free', words)}
          </Text>
          <Row>
            <Button busy={isLoading} onClick={() => void say(true)}>
              {t('secondLook.agree')}
            </Button>
            <Button variant="secondary" busy={isLoading} onClick={() => void say(false)}>
              {t('secondLook.refuse')}
            </Button>
          </Row>
        </Stack>
      </Section>
    </Card>
  );
}

function Reader({ theCase, look }: Props) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const act = useAction();
  const [asks, setAsks] = useState(false);
  const [end, { isLoading }] = useEndSecondLookMutation();
  const words = {
    doctor: shortDoctorName(look.asked_by),
    colleague: shortDoctorName(look.reader.name),
    day: look.until ? format.dayLong(look.until) : '',
  };
  const confirm = async () => {
    await act(end({ id: look.id, caseId: theCase.id }).unwrap(), { text: t('secondLook.ended', words) });
    setAsks(false);
  };
  return (
    <Card>
      <Section title={t('secondLook.openTitle', words)}>
        <Stack gap={3}>
          <p>{t('secondLook.open', words)}</p>
          <Row>
            <Button variant="secondary" size="small" onClick={() => setAsks(true)}>
              {t('secondLook.end')}
            </Button>
          </Row>
        </Stack>
      </Section>
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={() => void confirm()}
        title={t('secondLook.endTitle')}
        confirmLabel={t('secondLook.end')}
        cancelLabel={common('words.cancel')}
        busy={isLoading}
      >
        {t('secondLook.endText', words)}
      </ConfirmDialog>
    </Card>
  );
}
