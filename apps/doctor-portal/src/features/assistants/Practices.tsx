// @bundle route
import { useAnswerPracticeMutation, useEndAssistantMutation } from '@konsil/api/assistants';
import { shortDoctorName } from '@konsil/cases';
import { useAction } from '@konsil/common';
import type { Practice } from '@konsil/contracts/assistant-states';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Button, Card, ConfirmDialog, Row, Section, Stack } from '@konsil/ui';
import { useState } from 'react';
import { assistantTexts } from './texts';

/** The invitation of a doctor, which the assistant accepts or declines. */
export function Invitation({ practice: { id, doctor, expires_at: expires } }: { practice: Practice }) {
  const { t } = useTexts(assistantTexts);
  const format = useFormat();
  const locale = useLocale();
  const act = useAction();
  const [answer, { isLoading }] = useAnswerPracticeMutation();
  const words = {
    doctor: shortDoctorName(doctor.name),
    specialty: specialtyIn(doctor.specialty, locale),
    city: doctor.city,
    day: format.day(expires),
  };
  const say = (accepts: boolean) =>
    void act(answer({ id, accepts }).unwrap(), { text: t(accepts ? 'home.accepted' : 'home.refused', words) });
  return (
    <Card>
      <Section title={t('home.invitation', words)}>
        <Stack gap={3}>
          <p>{t('home.invitationText', words)}</p>
          <Row>
            <Button busy={isLoading} onClick={() => say(true)}>
              {t('home.accept')}
            </Button>
            <Button variant="secondary" busy={isLoading} onClick={() => say(false)}>
              {t('home.refuse')}
            </Button>
          </Row>
        </Stack>
      </Section>
    </Card>
  );
}

/** Ends the work for a doctor. */
export function LeavePractice({ practice: { id, doctor } }: { practice: Practice }) {
  const { t } = useTexts(assistantTexts);
  const { t: common } = useCommon();
  const act = useAction();
  const [end, { isLoading }] = useEndAssistantMutation();
  const [asks, setAsks] = useState(false);
  const words = { doctor: shortDoctorName(doctor.name) };
  const confirm = async () => {
    await act(end(id).unwrap(), { text: t('home.left') });
    setAsks(false);
  };
  return (
    <Row>
      <Button variant="quiet" size="small" onClick={() => setAsks(true)}>
        {t('home.leave')}
      </Button>
      <ConfirmDialog
        open={asks}
        tone="danger"
        title={t('home.leaveTitle', words)}
        confirmLabel={t('home.leave')}
        cancelLabel={common('words.cancel')}
        busy={isLoading}
        onCancel={() => setAsks(false)}
        onConfirm={() => void confirm()}
      >
        {t('home.leaveText', words)}
      </ConfirmDialog>
    </Row>
  );
}
