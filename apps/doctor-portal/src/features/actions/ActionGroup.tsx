import { kindOfAction, type OwnAction } from '@konsil/contracts/privacy';
import { useFormat, useTexts } from '@konsil/i18n';
import { DownIcon, Link, OpenIcon } from '@konsil/ui';
import { Fragment, type ReactNode } from 'react';
import { paths } from '../paths';
import { actionCounts, type Group, type Line } from './action-groups';
import {
  CollapsibleActions,
  GroupFacts,
  GroupLink,
  GroupSummary,
  AccessLines,
  ActionCounts,
  PersonWithSubject,
} from './action-parts';
import { actionTexts } from './texts';

/** The path of an action's subject, while the doctor has access. */
const pathTo = ({ patient, case_id: caseId, document_id: documentId }: OwnAction): string | undefined => {
  if (!patient) return undefined;
  const theCase = caseId && { id: caseId, patient };
  if (!theCase) return paths.patient(patient.id);
  return documentId ? paths.document(theCase, documentId) : paths.case(theCase);
};
const pathOf = ([action, ...others]: Line) => (others.length > 0 ? undefined : pathTo(action));
const isPart = (part: string | null | undefined): part is string => Boolean(part);
const nameOf = ({ patient }: OwnAction) => patient && `${patient.last_name}, ${patient.first_name}`;
const namesShown = 3;

// Actions that are shown with their count.
const counted = ['document.read', 'document.upload', 'document.archive', 'document.restore', 'message.write'] as const;
const isCounted = (action: string): action is (typeof counted)[number] => counted.some((known) => known === action);

const useWords = () => {
  const { t } = useTexts(actionTexts);
  const people = (line: Line) => {
    const shown = line.map(nameOf).filter(isPart).slice(0, namesShown);
    const more = line.length - shown.length;
    return [shown.join('; '), shown.length > 0 && more > 0 && t('more', { count: more })].filter(Boolean).join(' · ');
  };
  return {
    titleOf: ({ about, lines: [first] }: Group) => (about === 'person' ? nameOf(first[0]) : t(`about.${about}`)),
    /** The subject of one line, without the person, whom the group names already. */
    aboutOf: (line: Line, { about }: Group) => {
      const [{ case_name: caseName, document_name: documentName, result }] = line;
      if (result === 'denied') return undefined;
      return (
        [about === 'lists' && people(line), documentName, caseName].filter(Boolean).join(' · ') ||
        (about === 'lists' ? t('noLonger') : undefined)
      );
    },
    actionOf: ([{ action, result }]: Line) => t(result === 'denied' ? 'denied' : `actions.${action}`),
  };
};

/** The actions on one person, or on lists, in a day: one line that expands, or links to its only subject. */
export function ActionGroup({ group }: { group: Group }) {
  const { t } = useTexts(actionTexts);
  const format = useFormat();
  const { titleOf, aboutOf, actionOf } = useWords();
  const { about, lines } = group;
  const [newest] = lines;
  const cases = [...new Set(lines.map(([{ case_name: name }]) => name).filter(isPart))].join(', ');
  const hint = about === 'refused' ? t('nothingShown') : about === 'person' ? cases : undefined;
  const row = (what: ReactNode, mark: ReactNode) => (
    <>
      <PersonWithSubject>
        <strong>{titleOf(group)}</strong>
        {hint && <small>{hint}</small>}
      </PersonWithSubject>
      <ActionCounts>{what}</ActionCounts>
      <time dateTime={newest[0].at}>{format.time(newest[0].at)}</time>
      {mark}
    </>
  );
  if (lines.length === 1) {
    const to = pathOf(newest);
    const [{ document_name: documentName }] = newest;
    const what =
      about === 'refused'
        ? t('tries', { count: 1 })
        : [actionOf(newest), about === 'lists' ? aboutOf(newest, group) : documentName].filter(isPart).join(' · ');
    const words = (
      <Weighed changed={about !== 'refused' && kindOfAction(newest[0].action) === 'changed'}>{what}</Weighed>
    );
    return (
      <li data-group={about}>
        {to ? <GroupLink to={to}>{row(words, <OpenIcon />)}</GroupLink> : <GroupFacts>{row(words, null)}</GroupFacts>}
      </li>
    );
  }
  return (
    <li data-group={about}>
      <CollapsibleActions>
        <GroupSummary>
          {row(
            about === 'person' || about === 'ended' ? (
              <SumWords lines={lines} />
            ) : (
              t(about === 'lists' ? 'lists' : 'tries', { count: lines.length })
            ),
            <DownIcon />,
          )}
        </GroupSummary>
        <AccessLines>
          {lines.map((line) => {
            const [{ id, at }] = line;
            const to = pathOf(line);
            const detail = aboutOf(line, group);
            const words = (
              <>
                <time dateTime={at}>{format.time(at)}</time>
                <span>
                  {actionOf(line)}
                  {detail && <small> · {detail}</small>}
                </span>
              </>
            );
            return <li key={id}>{to ? <Link to={to}>{words}</Link> : <div>{words}</div>}</li>;
          })}
        </AccessLines>
      </CollapsibleActions>
    </li>
  );
}

function Weighed({ changed, children }: { changed: boolean; children: ReactNode }) {
  return changed ? <b>{children}</b> : children;
}

/** Each kind of action once: "Geantwortet · 12 Dokumente angesehen". */
function SumWords({ lines }: { lines: readonly Line[] }) {
  const { t } = useTexts(actionTexts);
  return actionCounts(lines.flat()).map(({ action, count }, index) => (
    <Fragment key={action}>
      {index > 0 && ' · '}
      <Weighed changed={kindOfAction(action) === 'changed'}>
        {isCounted(action) ? t(`sums.${action}`, { count }) : t(`actions.${action}`)}
      </Weighed>
    </Fragment>
  ));
}
