import { useState } from 'react';
import { withMarkup, useFormat, useTexts } from '@konsil/i18n';
import { Button, DoctorIcon, List, PersonIcon, SafeIcon, Section, Stack } from '@konsil/ui';
import type { AuditEntry } from '@konsil/contracts/privacy';
import { collapsedLines, type AccessDay } from './access-entries.ts';
import { Line } from './log-parts.ts';
import { privacyTexts } from './texts.ts';
import { useAccessSentence } from './use-access-sentence.ts';

/** Everybody else is a `PersonIcon`. */
const icons: Partial<Record<AuditEntry['actor']['role'], typeof DoctorIcon>> = {
  doctor: DoctorIcon,
  admin: SafeIcon,
  system: SafeIcon,
};

/** Accesses as sentences by day; long days are collapsed. */
export function AccessDays({ days }: { days: readonly AccessDay[] }) {
  return (
    <Stack gap={5}>
      {days.map((day) => (
        <Day key={day.day} {...day} />
      ))}
    </Stack>
  );
}

function Day({ day, lines }: AccessDay) {
  const { t } = useTexts(privacyTexts);
  const format = useFormat();
  const sentence = useAccessSentence();
  const [open, setOpen] = useState(false);
  const folded = collapsedLines(lines);
  return (
    <Section title={format.dayLong(day)}>
      <List>
        {lines.map((line) => {
          const { id, at, actor } = line.entry;
          const Icon = icons[actor.role] ?? PersonIcon;
          return (
            <Line key={id} hidden={!open && folded.has(line)}>
              <Icon />
              <p>{withMarkup(sentence(line), { b: (name) => <strong>{name}</strong> })}</p>
              <time dateTime={at}>{format.time(at)}</time>
            </Line>
          );
        })}
      </List>
      {folded.size > 0 && (
        <div data-print="hide">
          <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('log.lessOfDay') : t('log.restOfDay', { count: folded.size })}
          </Button>
        </div>
      )}
    </Section>
  );
}
