// @bundle route
import type { DoctorPage, MeasuredReply, RepliesByDay as Replies } from '@konsil/contracts/doctors';
import { shortDoctorName } from '@konsil/cases';
import { useTexts } from '@konsil/i18n';
import { BarChart, Card, Section, Stack } from '@konsil/ui';
import { casePageTexts } from './texts.ts';

/** From here on days are counted together. */
const many = 5;

interface RepliesByDayProps {
  doctor: Pick<DoctorPage, 'name'>;
  measured: MeasuredReply;
  replies: Replies;
}

/** The latest requests to a doctor by the working days until the answer, as bars and in words. */
export function RepliesByDay({ doctor, measured, replies: { by_day, overdue } }: RepliesByDayProps) {
  const { t } = useTexts(casePageTexts);
  const within = by_day.reduce((sum, { days, count }) => (days <= measured.days ? sum + count : sum), 0);
  const later = by_day.reduce((sum, { days, count }) => (days >= many ? sum + count : sum), 0);
  const slowest = Math.max(...by_day.map(({ days }) => days));
  const groups = [
    ...Array.from({ length: Math.min(slowest, many - 1) }, (_, index) => ({
      key: String(index + 1),
      label: t('doctor.replies.days', { count: index + 1 }),
      value: by_day.find(({ days }) => days === index + 1)?.count ?? 0,
    })),
    ...(later > 0 ? [{ key: 'later', label: t('doctor.replies.more', { count: many }), value: later }] : []),
    ...(overdue > 0 ? [{ key: 'overdue', label: t('doctor.replies.overdue'), value: overdue }] : []),
  ];
  return (
    <Section title={t('doctor.replies.title', { doctor: shortDoctorName(doctor.name) })}>
      <Card>
        <Stack gap={4}>
          <p>{t('doctor.replies.within', { within, all: measured.requests, count: measured.days })}</p>
          <BarChart
            label={groups.map(({ label, value }) => `${label}: ${value}`).join(', ')}
            series={[t('doctor.replies.requests')]}
            groups={groups.map(({ key, label, value }) => ({ key, label, values: [value] }))}
          />
        </Stack>
      </Card>
    </Section>
  );
}
