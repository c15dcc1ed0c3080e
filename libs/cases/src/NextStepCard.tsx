// @bundle ui
import type { ReactNode } from 'react';
import type { CaseSummary } from '@konsil/contracts/cases';
import { practiceToday, useFormat, useTexts } from '@konsil/i18n';
import {
  ButtonLink,
  DocumentIcon,
  EditIcon,
  HandOverIcon,
  MessagesIcon,
  SendIcon,
  TodosIcon,
  UploadIcon,
  YourTurnCard,
} from '@konsil/ui';
import { shortDoctorName } from './doctor-name.ts';
import { hasDeadline } from './next-step.ts';
import type { NextStep, NextStepPlace } from './next-step.ts';
import { caseTexts } from './texts.ts';

const icons: Record<NextStepPlace, ReactNode> = {
  upload: <UploadIcon />,
  send: <SendIcon />,
  answer: <DocumentIcon />,
  message: <MessagesIcon />,
  todos: <TodosIcon />,
  edit: <EditIcon />,
  case: <HandOverIcon />,
};

export interface NextStepCardProps {
  theCase: Pick<CaseSummary, 'case_name' | 'doctor' | 'next_deadline' | 'status'>;
  step: NextStep;
  /** The page where the step is done. */
  path: string;
  /** Inline action, rendered instead of a link. */
  action?: ReactNode;
  /** A secondary button beside it. */
  instead?: ReactNode;
  /** On pages with several cases: the case's path, and its patient when that is not the reader. */
  casePath?: string;
  patientName?: string | undefined;
  /** Replaces the general sentence, e.g. by the title of the open ToDo. */
  title?: string | undefined;
  /** The request, shown on a white card. */
  aside?: ReactNode;
}

/** The highlighted card: what the patient does next in a case, by when, and its button. */
export function NextStepCard({
  theCase,
  step,
  path,
  action,
  instead,
  casePath,
  patientName,
  title,
  aside,
}: NextStepCardProps) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  const words = { doctor: shortDoctorName(theCase.doctor.name) };
  const about =
    casePath &&
    (patientName
      ? t('next.aboutFor', { case: theCase.case_name, patient: patientName })
      : t('next.about', { case: theCase.case_name }));

  const due = () => {
    const day = theCase.next_deadline;
    if (!day || !hasDeadline(theCase, step)) return undefined;
    const today = practiceToday();
    if (day === today) return t('next.dueToday');
    return t(day < today ? 'next.overdue' : 'next.dueBy', { day: format.dayLong(day) });
  };
  return (
    <YourTurnCard
      turn={t('next.eyebrow')}
      title={title ?? t(`next.${step.key}.title`, words)}
      due={due()}
      aside={aside}
      actions={
        <>
          {action || (
            <ButtonLink to={path} icon={icons[step.place]}>
              {t(`next.${step.key}.action`, words)}
            </ButtonLink>
          )}
          {instead}
          {casePath && casePath !== path && (
            <ButtonLink variant="quiet" to={casePath}>
              {t('next.look')}
            </ButtonLink>
          )}
        </>
      }
    >
      {about} {t(`next.${step.key}.text`, words)}
    </YourTurnCard>
  );
}
