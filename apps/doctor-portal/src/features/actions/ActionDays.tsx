import type { OwnAction } from '@konsil/contracts/privacy';
import { dayOf, useFormat, useTexts } from '@konsil/i18n';
import { List, ListLinkRow, ListRow, Section, Stack } from '@konsil/ui';
import { paths } from '../paths';
import { actionTexts } from './texts';

/** Actions of one line: a list that was looked at has one for each patient who stood in it. */
type Line = [OwnAction, ...OwnAction[]];

const inOneList = (a: OwnAction, b: OwnAction) => a.action === 'case.list' && b.action === 'case.list' && a.result === b.result && a.at === b.at;

const linesOf = (actions: readonly OwnAction[]): Line[] => {
  const lines: Line[] = [];
  for (const action of actions) {
    const last = lines.at(-1);
    if (last && inOneList(last[0], action)) last.push(action);
    else lines.push([action]);
  }
  return lines;
};

/** A doctor's actions, the newest day first. */
export function ActionDays({ actions }: { actions: readonly OwnAction[] }) {
  const format = useFormat();
  const days = [...new Set(actions.map(({ at }) => dayOf(at)))];
  return (
    <Stack gap={5}>
      {days.map((day) => (
        <Section key={day} title={format.dayLong(day)}>
          <List>{linesOf(actions.filter(({ at }) => dayOf(at) === day)).map((line) => <ActionLine key={line[0].id} line={line} />)}</List>
        </Section>
      ))}
    </Stack>
  );
}

/** Where one thing is, while the doctor may open it. */
const pathTo = ({ patient, case_id: caseId, document_id: documentId }: OwnAction): string | undefined => {
  if (!patient) return undefined;
  const theCase = caseId && { id: caseId, patient };
  if (!theCase) return paths.patient(patient.id);
  return documentId ? paths.document(theCase, documentId) : paths.case(theCase);
};
const isPart = (part: string | null | undefined): part is string => typeof part === 'string';
const nameOf = ({ patient }: OwnAction) => patient && `${patient.last_name}, ${patient.first_name}`;
const namesShown = 3;

function ActionLine({ line }: { line: Line }) {
  const { t } = useTexts(actionTexts);
  const format = useFormat();
  const [action] = line;
  const denied = action.result === 'denied';
  const shown = line.map(nameOf).filter(isPart).slice(0, namesShown);
  const more = line.length - shown.length;
  const parts = [shown.join('; '), line.length > 1 && more > 0 ? t('more', { count: more }) : null, action.case_name, action.document_name].filter(isPart).filter(Boolean);
  const about = denied ? [t('nothingShown')] : parts.length > 0 ? parts : [t('noLonger')];
  const row = {
    title: t(denied ? 'denied' : `actions.${action.action}`),
    detail: <><time dateTime={action.at}>{format.time(action.at)}</time>{['', ...about].join(' · ')}</>,
  };
  const to = line.length > 1 ? undefined : pathTo(action);
  return to ? <ListLinkRow to={to} {...row} /> : <ListRow {...row} />;
}
