import { doctorName, CaseTurnPill, patientTurn, shortDoctorName } from '@konsil/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import { practiceToday, useFormat, useTexts } from '@konsil/i18n';
import { Avatar, Badge, ListLinkRow, Row } from '@konsil/ui';
import { paths } from '../paths.ts';
import { casePageTexts } from './texts.ts';

/** One case in a list: name, patient, whose turn. */
export function CaseRow({ theCase }: { theCase: CaseSummary }) {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  const {
    id,
    case_name: name,
    patient,
    doctor,
    shared,
    unread_messages: unread,
    unread_documents: unreadDocuments,
    new_documents: unsent,
    next_appointment: appointment,
    answer_due_on: due,
    answer_reminded_on: reminded,
  } = theCase;
  return (
    <ListLinkRow
      to={paths.case(id)}
      icon={<Avatar name={doctor.name} voice="doctor" />}
      title={name}
      detail={t('list.who', { patient: fullName(patient), doctor: doctorName(doctor.name) })}
      words={
        reminded && due
          ? t('list.reminded', { day: format.dayShort(due), doctor: shortDoctorName(doctor.name) })
          : undefined
      }
      state={
        <Row gap={2} as="span">
          {appointment && <Badge>{t('list.appointment', { when: format.placeMomentShort(appointment) })}</Badge>}
          {shared && unsent > 0 && <Badge tone="you">{t('list.unsent', { count: unsent })}</Badge>}
          {unreadDocuments.length > 0 && (
            <Badge tone="you">{t('list.newDocuments', { count: unreadDocuments.length })}</Badge>
          )}
          {unread > 0 && <Badge tone="you">{t('list.unread', { count: unread })}</Badge>}
          <CaseTurnPill turn={patientTurn(theCase, practiceToday())} />
        </Row>
      }
    />
  );
}
