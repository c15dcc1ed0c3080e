import { lazy } from 'react';
import { useGetAccountQuery } from '@konsil/api/account';
import { NextStepCard, patientNextStep, shortDoctorName } from '@konsil/cases';
import type { OpenQuestion } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import { practiceToday, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Badge, DateIcon, EditIcon, IconPlace, List, ListLinkRow, Section, TextLink, TodosIcon } from '@konsil/ui';
import { CaseRow } from '../cases/CaseRow.tsx';
import { placeOf } from '../cases/place-of.ts';
import { paths } from '../paths.ts';
import { dashboardTexts } from './texts.ts';
import type { Waiting } from './waiting.ts';

const QuestionCard = lazy(async () => ({ default: (await import('../messages/QuestionCard.tsx')).QuestionCard }));

const most = 4;

interface NeedsMeProps {
  waiting: Waiting;
  /** The question of the first case's doctor, if there is one. */
  question: OpenQuestion | undefined;
}

/** The first case's next step as a highlighted card; everything else that waits as one list. */
export function NeedsMe({ waiting: { first, cases, todos, appointments, begunAt, count }, question }: NeedsMeProps) {
  const { t } = useTexts(dashboardTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const { data: account } = useGetAccountQuery();
  const step = first && patientNextStep(first);
  const forOther = first && account?.own_patient && account.own_patient.id !== first.patient.id;
  const card = step && {
    theCase: first,
    step,
    path: placeOf(first, step),
    casePath: paths.case(first.id),
    patientName: forOther ? fullName(first.patient) : undefined,
  };
  return (
    <>
      {card &&
        (question ? <QuestionCard key={question.id} {...card} question={question} /> : <NextStepCard {...card} />)}
      {(cases.length > 0 || todos.length > 0 || appointments.length > 0 || begunAt) && (
        <Section
          title={t(card ? 'alsoYours' : count > 0 ? 'yours' : 'upcoming')}
          action={
            cases.length > most && (
              <TextLink to={`${paths.cases}?view=waiting_for_patient`}>
                {t('allYours', { count: cases.length })}
              </TextLink>
            )
          }
        >
          <List>
            {cases.slice(0, most).map((theCase) => (
              <CaseRow key={theCase.id} theCase={theCase} />
            ))}
            {todos.map(({ id, case_id, case_name, title, title_code: code, deadline }) => (
              <ListLinkRow
                key={id}
                to={paths.editTodo(case_id, id)}
                icon={
                  <IconPlace>
                    <TodosIcon />
                  </IconPlace>
                }
                title={code === 'other' || code === 'none' ? title : common(`codes.todoTitle.${code}`)}
                detail={t('todo.of', { case: case_name })}
                state={
                  <Badge tone="you">
                    {t(deadline < practiceToday() ? 'todo.overdue' : 'todo.by', { day: format.dayShort(deadline) })}
                  </Badge>
                }
              />
            ))}
            {appointments.map(({ id, case_name, doctor, next_appointment: at }) => (
              <ListLinkRow
                key={id}
                to={paths.case(id)}
                icon={
                  <IconPlace>
                    <DateIcon />
                  </IconPlace>
                }
                title={t('appointment.with', { doctor: shortDoctorName(doctor.name) })}
                detail={t('todo.of', { case: case_name })}
                state={<Badge>{at && format.placeMomentShort(at)}</Badge>}
              />
            ))}
            {begunAt && (
              <ListLinkRow
                to={paths.newCase}
                icon={
                  <IconPlace>
                    <EditIcon />
                  </IconPlace>
                }
                title={t('begun.title')}
                detail={t('begun.text', { moment: format.momentWithin(begunAt) })}
              />
            )}
          </List>
        </Section>
      )}
    </>
  );
}
