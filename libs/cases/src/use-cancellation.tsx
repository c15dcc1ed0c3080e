import { useEffect, useRef, useState } from 'react';
import { problemOf } from '@konsil/api/problem';
import { useCancelAppointmentMutation } from '@konsil/api/requests';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { ActorRole, Role } from '@konsil/contracts/codes';
import { fullName } from '@konsil/contracts/full-name';
import type { Answer } from '@konsil/contracts/requests';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { useAuthorName } from '@konsil/i18n/people';
import { Button, ConfirmDialog, useToast } from '@konsil/ui';
import { canBeCancelled, hasBegun } from './appointment.ts';
import { cancelledBy } from './cancelled-by.ts';
import { shortDoctorName } from './doctor-name.ts';
import { caseTexts } from './texts.ts';

export interface OneAppointment {
  answer: Answer;
  theCase: ProcessOverview;
  reader: Role;
  /** A deputy of the doctor cancels nothing. */
  standsIn?: boolean;
}

const sentenceOf = (by: ActorRole, reader: Role | null) =>
  by === 'system' ? 'appointment.byPortal' : by === reader ? 'appointment.byYou' : 'appointment.by';

/**
 * Cancels an accepted appointment wherever it is shown. `variant`: whether its button is beside another or alone.
 * @returns `button` with its confirmation, while cancelling is possible; `said`, the message that it was cancelled or
 * that it is too late, which then has the focus.
 */
export const useCancellation = (
  { answer, theCase, reader, standsIn = false }: OneAppointment,
  variant: 'quiet' | 'secondary' = 'quiet',
) => {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const authorName = useAuthorName();
  const toast = useToast();
  const [cancel, { isLoading, isSuccess }] = useCancelAppointmentMutation();
  const [asking, setAsking] = useState(false);
  const [tooLate, setTooLate] = useState(false);
  const sentence = useRef<HTMLParagraphElement>(null);
  const { accepted, cancelled } = answer.appointment ?? {};
  const name = reader === 'patient' ? shortDoctorName(answer.answered_by) : theCase.account_name;

  const by = cancelledBy(theCase, answer);
  const somebody = by && !by.mine ? authorName(by, { patient: fullName(theCase.patient) }) : undefined;

  // The focused button was removed.
  const done = isSuccess && cancelled;
  useEffect(() => {
    if (done || tooLate) sentence.current?.focus();
  }, [done, tooLate]);

  // The appointment may begin while the page or the dialog is open.
  const ask = () => (canBeCancelled(answer, theCase) ? setAsking(true) : setTooLate(true));
  const refused = (error: unknown) => {
    const { code } = problemOf(error);
    if (code === 'not_allowed_now' && hasBegun(answer)) setTooLate(true);
    else toast({ tone: 'danger', text: problemText(common, code) });
  };
  const confirm = () => {
    setAsking(false);
    void cancel({ id: answer.id, caseId: theCase.id })
      .unwrap()
      .then(() => toast({ text: t('appointment.done') }), refused);
  };
  return {
    said: (cancelled || tooLate) && (
      <p ref={sentence} tabIndex={-1}>
        {cancelled
          ? t(somebody ? 'appointment.by' : sentenceOf(cancelled.by, standsIn ? null : reader), {
              name: somebody ?? (standsIn && cancelled.by === 'doctor' ? shortDoctorName(theCase.doctor.name) : name),
              day: format.dayLong(cancelled.at),
            })
          : t('appointment.begun')}
      </p>
    ),
    button: accepted && !standsIn && !tooLate && (asking || isLoading || canBeCancelled(answer, theCase)) && (
      <>
        <Button variant={variant} busy={isLoading} onClick={ask}>
          {t('appointment.cancel')}
        </Button>
        <ConfirmDialog
          open={asking}
          onCancel={() => setAsking(false)}
          onConfirm={confirm}
          tone="danger"
          title={t('appointment.question')}
          confirmLabel={t('appointment.cancel')}
          cancelLabel={t('appointment.keep')}
        >
          <p>
            <strong>{format.placeMoment(accepted)}</strong>
          </p>
          <p>{t(reader === 'patient' ? 'appointment.effect' : 'appointment.effectForDoctor', { name })}</p>
        </ConfirmDialog>
      </>
    ),
  };
};
