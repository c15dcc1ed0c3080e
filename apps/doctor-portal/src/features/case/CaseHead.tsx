// @bundle route
import { useSetPriorityMutation } from '@konsil/api/cases';
import { CaseTurnPill, doctorTurn, shortDoctorName, useAppointmentOf } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { priorities } from '@konsil/contracts/codes';
import { fullName } from '@konsil/contracts/full-name';
import { practiceToday, useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  ArchiveIcon,
  Badge,
  DownIcon,
  IconButton,
  IconLink,
  PatientBar,
  PrioritySelect,
  Row,
  Text,
  TextLink,
  UpIcon,
  useToast,
} from '@konsil/ui';
import { ArchivedNotice, CaseArchiveButton } from '../inbox/CaseArchiveButton';
import { paths } from '../paths';
import { HeadNotes } from '../case-parts/case-parts';
import { CaseLater } from './CaseLater';
import { CaseWarnings } from '../case-parts/CaseWarnings';
import { OtherCases } from './OtherCases';
import { isAssisting, isStandIn, standingIn } from '../case-parts/standing-in';
import { caseTexts } from '../case-parts/texts';
import { useMarkOpened } from './use-opened';
import { useQueue } from '../queue/use-queue';

/**
 * The header of a case: patient, turn, appointment, priority, next case. `heading`: false on a page with its own title.
 */
export function CaseHead({ theCase, heading = true }: { theCase: ProcessOverview; heading?: boolean }) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  useMarkOpened(theCase);
  const assists = isAssisting(theCase);
  const queue = useQueue(assists ? undefined : theCase.id);
  const { accepted, cancelled } = useAppointmentOf(theCase)?.appointment ?? {};
  const { patient, account_name: writer } = theCase;
  const deputy = standingIn(theCase);
  const standsIn = isStandIn(theCase);
  const represented = writer !== fullName(patient) && t('represented', { name: writer });
  return (
    <>
      <PatientBar
        heading={heading}
        back={{ to: paths.inbox, label: t('back') }}
        name={`${patient.last_name}, ${patient.first_name}`}
        {...(!standsIn && { nameTo: paths.patient(patient.id) })}
        facts={[
          format.day(patient.date_of_birth),
          format.age(patient.date_of_birth),
          common(`codes.gender.${patient.gender}`),
          represented,
        ]
          .filter(Boolean)
          .join(', ')}
        context={theCase.case_name}
        state={
          <Row as="span" gap={2}>
            <CaseTurnPill turn={doctorTurn(theCase, practiceToday())} />
            {deputy && (
              <Badge>
                {t('deputies.for', { doctor: shortDoctorName(deputy.doctor), day: format.day(deputy.until) })}
              </Badge>
            )}
            {assists && <Badge>{t('assistants.for', { doctor: shortDoctorName(theCase.doctor.name) })}</Badge>}
          </Row>
        }
        more={t('more')}
        steps={
          <>
            {queue.place >= 0 && (
              <Text size="small">{t('position', { place: queue.place + 1, all: queue.total })}</Text>
            )}
            {!standsIn && <CaseLater theCase={theCase} />}
            {!standsIn && (
              <CaseArchiveButton
                theCase={theCase}
                tool={(label, onClick) => <IconButton icon={<ArchiveIcon />} label={label} onClick={onClick} />}
              />
            )}
            {queue.previous && <IconLink to={paths.case(queue.previous)} label={t('previous')} icon={<UpIcon />} />}
            {queue.next && <IconLink to={paths.case(queue.next)} label={t('next')} icon={<DownIcon />} />}
          </>
        }
      >
        {accepted && !cancelled && (
          <Text size="small">
            <TextLink standalone to={`${paths.case(theCase)}/course`}>
              {t('appointment.on', { moment: format.placeMomentShort(accepted) })}
            </TextLink>
          </Text>
        )}
        {!standsIn && <OtherCases theCase={theCase} />}
        {!deputy && <Priority theCase={theCase} />}
      </PatientBar>
      <CaseWarnings theCase={theCase} />
      {theCase.open_notes.length > 0 && (
        <HeadNotes aria-label={t('notes.label')}>
          {theCase.open_notes.map(({ text, sent_at }) => (
            <p key={sent_at}>
              <small>{t('notes.by', { name: writer, day: format.day(sent_at) })}</small> <span>{text}</span>
            </p>
          ))}
        </HeadNotes>
      )}
      {!standsIn && <ArchivedNotice theCase={theCase} />}
    </>
  );
}

/** The priority for the practice. */
function Priority({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [setPriority] = useSetPriorityMutation();
  return (
    <PrioritySelect
      label={t('priority')}
      value={theCase.priority}
      options={priorities.map((value) => ({ value, label: common(`codes.priority.${value}`) }))}
      onChange={(priority) =>
        void setPriority({ id: theCase.id, priority })
          .unwrap()
          .catch(() => toast({ tone: 'danger', text: t('priorityFailed') }))
      }
    />
  );
}
