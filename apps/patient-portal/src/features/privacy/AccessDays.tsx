import { rich, useFormat, useTexts } from '@konsil/i18n';
import { Badge, DoctorIcon, List, PersonIcon, SafeIcon, Section, Stack } from '@konsil/ui';
import type { AuditEntry } from '@konsil/contracts/privacy';
import type { AccessDay } from './access-entries.ts';
import { Line } from './log-parts.ts';
import { privacyTexts } from './texts.ts';
import { useAccessSentence } from './use-access-sentence.ts';

const icons: Record<AuditEntry['actor']['role'], typeof DoctorIcon> = { doctor: DoctorIcon, patient: PersonIcon, admin: SafeIcon, system: SafeIcon };

/** Accesses in sentences, day by day. */
export function AccessDays({ days }: { days: readonly AccessDay[] }) {
  const { t } = useTexts(privacyTexts);
  const format = useFormat();
  const sentence = useAccessSentence();
  return (
    <Stack gap={5}>
      {days.map(({ day, lines }) => (
        <Section key={day} title={format.dayLong(day)}>
          <List>
            {lines.map((line) => {
              const { id, at, actor, result } = line.entry;
              const Icon = icons[actor.role];
              return (
                <Line key={id}>
                  <Icon />
                  <p>
                    {rich(sentence(line), { b: (name) => <strong>{name}</strong> })} {result === 'denied' && <Badge tone="danger">{t('log.denied')}</Badge>}
                  </p>
                  <time dateTime={at}>{format.time(at)}</time>
                </Line>
              );
            })}
          </List>
        </Section>
      ))}
    </Stack>
  );
}
