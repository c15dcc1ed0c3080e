import {
  useAssignPooledCaseMutation,
  useListPoolsQuery,
  usePutIntoPoolMutation,
  useTakeOutOfPoolMutation,
} from '@konsil/api/pools';
import { problemOf } from '@konsil/api/problem';
import { shortDoctorName } from '@konsil/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { Pool } from '@konsil/contracts/pools';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, Dialog, Row, SelectField, Stack, Text, TextLink, useToast } from '@konsil/ui';
import { useState } from 'react';
import { paths } from '../paths';
import { triageDialogTexts } from './dialogs/texts';
import { nameInList } from '../shortcuts/triage';

export interface PassDialogProps {
  cases: readonly CaseSummary[];
  onClose: () => void;
  /** Called with the cases that were passed on or kept; without `undo` it cannot be undone. */
  onDone: (cases: readonly CaseSummary[], undo?: () => void) => void;
}

type Cases = readonly CaseSummary[];
interface Outcome {
  done: CaseSummary[];
  /** The server's rules forbid it: consent is missing, or the case has changed. */
  refused: CaseSummary[];
  failed: { theCase: CaseSummary; error: unknown }[];
}
const forbidden = new Set<string | undefined>(['not_allowed_now', 'not_found', 'pool_taken']);

/** Does something with each case, whatever happens with the others. */
const forEach = async (cases: Cases, act: (theCase: CaseSummary) => Promise<unknown>): Promise<Outcome> => {
  const outcome: Outcome = { done: [], refused: [], failed: [] };
  for (const theCase of cases)
    try {
      await act(theCase);
      outcome.done.push(theCase);
    } catch (error) {
      if (forbidden.has(problemOf(error).code)) outcome.refused.push(theCase);
      else outcome.failed.push({ theCase, error });
    }
  return outcome;
};

interface Told {
  text: (count: number) => string;
  /** Undoes it for one case; undefined if that is not possible. */
  back?: ((theCase: CaseSummary) => Promise<unknown>) | undefined;
  undone?: (count: number) => string;
}

/** Passes on cases to a clinic's pool or one of its doctors, or takes them out of the pool; each case on its own. */
export function PassDialog({ cases, onClose, onDone }: PassDialogProps) {
  const { t } = useTexts(triageDialogTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const { data: pools = [] } = useListPoolsQuery();
  const [putInto] = usePutIntoPoolMutation();
  const [takeOut] = useTakeOutOfPoolMutation();
  const [assign] = useAssignPooledCaseMutation();
  const [left, setLeft] = useState(cases);
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState(false);
  const [first] = cases;
  if (!first) return null;

  const pooled = left.filter(({ triage }) => triage?.pool !== undefined);
  const free = left.filter(({ triage, status }) => triage?.pool === undefined && status === 'with_doctor');
  const others = left.length - pooled.length - free.length;

  const undo = async (those: Cases, { back, undone }: Told) => {
    if (!back) return;
    const { done, refused, failed } = await forEach(those, back);
    const late = [...refused, ...failed.map(({ theCase }) => theCase)];
    toast({
      ...(late.length > 0 && { tone: 'danger' as const }),
      text: [
        ...(done.length > 0 && undone ? [`${undone(done.length)}.`] : []),
        ...(late.length > 0 ? [t('notBack', { names: late.map(nameInList).join('; ') })] : []),
      ].join(' '),
    });
  };
  const run = async (those: Cases, act: (theCase: CaseSummary) => Promise<unknown>, told: Told) => {
    setBusy(true);
    const result = await forEach(those, act);
    setBusy(false);
    const { done, refused, failed } = result;
    if (done.length > 0) {
      let open = done;
      const takeBack = () => {
        const again = open;
        // A second press finds nothing to do.
        open = [];
        if (again.length > 0) void undo(again, told);
      };
      onDone(done, told.back && takeBack);
      toast({
        text: told.text(done.length),
        ...(told.back && { action: { label: common('words.undo'), onClick: takeBack } }),
      });
    }
    if (refused.length + failed.length === 0) return onClose();
    setOutcome(result);
    setLeft(left.filter((one) => !done.includes(one) && !refused.includes(one)));
  };
  const keep = ({ id: caseId }: CaseSummary) => takeOut({ caseId }).unwrap();
  const kept = (count: number) => t('pass.wasKept', { count });
  const put = ({ id, name }: Pool) => {
    const act = ({ id: caseId }: CaseSummary) => putInto({ caseId, clinic: id }).unwrap();
    void run(free, act, { text: (count) => t('pass.wasPut', { count, clinic: name }), back: keep, undone: kept });
  };
  const keepAll = () => {
    const poolOf = ({ triage }: CaseSummary) => pools.find(({ name }) => name === triage?.pool);
    const back = async (theCase: CaseSummary) =>
      putInto({ caseId: theCase.id, clinic: poolOf(theCase)?.id ?? '' }).unwrap();
    void run(pooled, keep, {
      text: kept,
      back: pooled.every(poolOf) ? back : undefined,
      undone: (count) => t('pass.wasPut', { count, clinic: pooled[0]?.triage?.pool ?? '' }),
    });
  };
  const give = ({ id, colleagues }: Pool, colleague: string) => {
    const act = async ({ id: caseId }: CaseSummary) => {
      const { now } = await putInto({ caseId, clinic: id }).unwrap();
      try {
        await assign({ id: now?.id ?? '', colleague }).unwrap();
      } catch (error) {
        // The case stays where it was.
        await takeOut({ caseId });
        throw error;
      }
    };
    const doctor = shortDoctorName(colleagues.find((one) => one.id === colleague)?.name ?? '');
    void run(free, act, { text: (count) => t('pass.wasGiven', { count, doctor }) });
  };

  const failure = outcome?.failed[0];
  return (
    <Dialog
      open
      {...(!busy && { onClose })}
      closeLabel={common('words.close')}
      title={t('pass.title', { count: cases.length, name: nameInList(first) })}
      description={t('pass.text')}
    >
      <Stack gap={4}>
        {outcome && outcome.refused.length > 0 && (
          <Alert tone="warning">
            {t('pass.refused')}
            <CaseLinks cases={outcome.refused} />
          </Alert>
        )}
        {failure && (
          <Alert tone="danger">
            {problemText(common, problemOf(failure.error))} {t('pass.failed')}
            <CaseLinks cases={outcome.failed.map(({ theCase }) => theCase)} />
          </Alert>
        )}
        {pooled.length > 0 && (
          <Row>
            <Button busy={busy} onClick={keepAll}>
              {t('pass.keep', { count: pooled.length })}
            </Button>
          </Row>
        )}
        {free.length > 0 &&
          pools.map((pool) => (
            <PoolChoice key={pool.id} pool={pool} busy={busy} onPut={() => put(pool)} onGive={(to) => give(pool, to)} />
          ))}
        {others > 0 && <p>{t('pass.notWaiting', { count: others })}</p>}
        {cases.length === 1 && (
          <TextLink standalone to={`${paths.case(first)}/course`}>
            {t('pass.inCase')}
          </TextLink>
        )}
      </Stack>
    </Dialog>
  );
}

function CaseLinks({ cases }: { cases: Cases }) {
  return (
    <ul>
      {cases.map((theCase) => (
        <li key={theCase.id}>
          <TextLink standalone to={`${paths.case(theCase)}/course`}>
            {nameInList(theCase)}: {theCase.case_name}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}

interface PoolChoiceProps {
  pool: Pool;
  busy: boolean;
  onPut: () => void;
  onGive: (colleague: string) => void;
}

function PoolChoice({ pool: { name, colleagues }, busy, onPut, onGive }: PoolChoiceProps) {
  const { t } = useTexts(triageDialogTexts);
  const [colleague, setColleague] = useState('');
  return (
    <Stack gap={3}>
      <Row>
        <Button busy={busy} data-focus-first onClick={onPut}>
          {t('pass.put', { clinic: name })}
        </Button>
      </Row>
      {colleagues.length > 0 && (
        <SelectField
          label={t('pass.to', { clinic: name })}
          placeholder={t('pass.choose')}
          value={colleague}
          onChange={({ currentTarget }) => setColleague(currentTarget.value)}
          options={colleagues.map((one) => ({ value: one.id, label: one.name }))}
        />
      )}
      {colleague && (
        <Row>
          <Button variant="secondary" busy={busy} onClick={() => onGive(colleague)}>
            {t('pass.give')}
          </Button>
          <Text tone="muted" size="small">
            {t('pass.giveHint')}
          </Text>
        </Row>
      )}
    </Stack>
  );
}
