import type { CaseSummary } from '@konsil/contracts/cases';
import { practiceToday, useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Alert, Button, ConfirmDialog, DateField, Dialog, Stack, ToolBar } from '@konsil/ui';
import { useState } from 'react';
import { triageDialogTexts } from './dialogs/texts';
import { PassDialog } from './PassDialog';
import { snoozeDays } from './snooze-days';
import { inboxTexts } from './texts';
import { TodoDialog } from './TodoDialog';

export type Asking = { for: 'later' | 'todo' | 'pass' | 'done'; cases: readonly CaseSummary[] };

export interface TriageDialogsProps {
  asking: Asking;
  onClose: () => void;
  onSnooze: (until: string | null) => void;
  onArchive?: () => void;
  /** Called with the cases that a dialog changed; without `undo` it cannot be undone. */
  onDone?: (cases: readonly CaseSummary[], undo?: () => void) => void;
}

const nothing = () => undefined;

/** Dialogs for actions on rows: the day to see a case again, its ToDo, who takes it, or whether a waiting case is archived. */
export function TriageDialogs({
  asking,
  onClose,
  onSnooze,
  onArchive = nothing,
  onDone = nothing,
}: TriageDialogsProps) {
  const { t } = useTexts(inboxTexts);
  const { t: ask } = useTexts(triageDialogTexts);
  const waiting = asking.cases.filter(({ turn }) => turn === 'doctor').length;
  if (asking.for === 'done')
    return (
      <ConfirmDialog
        open
        title={t('archive.title')}
        confirmLabel={t('archive.confirmWaiting')}
        cancelLabel={t('archive.cancel')}
        onConfirm={onArchive}
        onCancel={onClose}
      >
        <Stack gap={3}>
          <p>
            <strong>{ask('waiting', { count: waiting })}</strong>
          </p>
          <p>{t('archive.text')}</p>
        </Stack>
      </ConfirmDialog>
    );
  if (asking.for === 'later') return <Snooze cases={asking.cases} onClose={onClose} onSnooze={onSnooze} />;
  if (asking.for === 'pass') return <PassDialog cases={asking.cases} onClose={onClose} onDone={onDone} />;
  return <TodoDialog cases={asking.cases} onClose={onClose} onAdded={onDone} />;
}

function Snooze({
  cases,
  onClose,
  onSnooze,
}: Pick<TriageDialogsProps, 'onClose' | 'onSnooze'> & Pick<Asking, 'cases'>) {
  const { t: ask } = useTexts(triageDialogTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const locale = useLocale();
  const today = practiceToday();
  const days = snoozeDays(today);
  const [day, setDay] = useState('');
  const [fault, setFault] = useState<string>();
  const due = cases.flatMap(({ answer_due_on: on }) => on ?? []).sort()[0];
  const putOff = cases.some(({ triage }) => triage?.snoozed_until && triage.snoozed_until > today);
  const own = () => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day <= today) setFault(ask('snooze.future'));
    else onSnooze(day);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={common('words.close')}
      title={ask('snooze.title', { count: cases.length })}
      description={ask('snooze.text')}
      footer={
        putOff && (
          <Button variant="secondary" onClick={() => onSnooze(null)}>
            {ask('snooze.now')}
          </Button>
        )
      }
    >
      <Stack gap={4}>
        <ToolBar>
          {days.map(({ name, day: until }) => (
            <Button
              key={name}
              data-focus-first={name === 'tomorrow' || undefined}
              variant="secondary"
              size="small"
              onClick={() => onSnooze(until)}
            >
              {ask(`snooze.${name}`)}, {format.dayShort(until)}
            </Button>
          ))}
        </ToolBar>
        <DateField
          label={ask('snooze.day')}
          locale={locale}
          value={day}
          onChange={setDay}
          {...(days[0] && { min: days[0].day })}
          pickLabel={common('words.openCalendar')}
          {...(fault && { error: fault })}
        />
        <div>
          <Button onClick={own}>{ask('snooze.do')}</Button>
        </div>
        {due && <Alert>{ask(due < today ? 'snooze.overdue' : 'snooze.due', { day: format.day(due) })}</Alert>}
      </Stack>
    </Dialog>
  );
}
