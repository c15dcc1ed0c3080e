import { useState } from 'react';
import type { FormEvent } from 'react';
import { serverNow } from '@konsil/api/server-clock';
import type { Answer } from '@konsil/contracts/requests';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, ErrorSummary, Form, RadioCards, Row, Stack, Text } from '@konsil/ui';
import { AppointmentTimes } from './AppointmentTimes.tsx';
import { caseTexts } from './texts.ts';

export interface AppointmentChoiceProps {
  appointment: NonNullable<Answer['appointment']>;
  /** True if the times can still be accepted. */
  holds: boolean;
  /** Accepts one of the times. Rejects with the error of the request. */
  accept: (startsAt: string) => Promise<unknown>;
  /** The error message for what `accept` rejected with. */
  failed?: string | undefined;
  busy?: boolean;
}

/** Lets the patient choose one of the proposed times; says so when all are past or no longer valid. */
export function AppointmentChoice({ appointment, holds, accept, failed, busy = false }: AppointmentChoiceProps) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const [chosen, setChosen] = useState('');
  const [complaint, setComplaint] = useState<{ about: 'choiceMissing' | 'choicePast'; attempt: number }>();
  const now = serverNow();
  const free = appointment.proposed.filter((moment) => moment > now);

  if (!holds || free.length === 0)
    return (
      <Stack gap={3}>
        <AppointmentTimes appointment={appointment} />
        <p>{t(holds ? 'letter.past' : 'letter.noLonger')}</p>
      </Stack>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen > serverNow()) return void accept(chosen);
    setComplaint({ about: chosen ? 'choicePast' : 'choiceMissing', attempt: (complaint?.attempt ?? 0) + 1 });
    setChosen('');
  };
  const wrong = complaint && !chosen ? t(`letter.${complaint.about}`) : undefined;
  return (
    <Form onSubmit={submit}>
      <ErrorSummary
        title={common('form.errorTitle', { count: 1 })}
        errors={wrong ? [{ name: 'appointment', message: wrong }] : []}
        attempt={complaint?.attempt}
      />
      <RadioCards
        legend={t('letter.choose')}
        labelHidden
        name="appointment"
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        hint={appointment.place && t('letter.place', { place: appointment.place })}
        error={wrong}
        options={free.map((moment) => ({ value: moment, title: format.placeMoment(moment) }))}
      />
      <Text as="p" tone="muted">
        {t('letter.noneSuits')}
      </Text>
      {failed && <Alert tone="danger">{failed}</Alert>}
      <Row>
        <Button type="submit" busy={busy}>
          {t('letter.accept')}
        </Button>
      </Row>
    </Form>
  );
}
