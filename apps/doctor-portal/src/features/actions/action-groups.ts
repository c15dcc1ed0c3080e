import { auditActions, kindOfAction, type AuditAction, type OwnAction } from '@konsil/contracts/privacy';
import { dayOf } from '@konsil/i18n';

/** The actions of one line: a viewed list has one action per patient in it. */
export type Line = [OwnAction, ...OwnAction[]];

/** The subject of a group: one person, lists over several, refused accesses, no longer shared ones. */
export type AccessSubject = 'person' | 'lists' | 'refused' | 'ended';
export interface Group {
  key: string;
  about: AccessSubject;
  lines: [Line, ...Line[]];
}

/** An action, with its count where countable. */
export interface ActionCount {
  action: AuditAction;
  count: number;
}

const inOneList = (a: OwnAction, b: OwnAction) =>
  a.action === b.action &&
  a.at === b.at &&
  a.result === 'allowed' &&
  b.result === 'allowed' &&
  /\.(list|read)$/.test(a.action) &&
  !a.case_id &&
  !b.case_id;

const linesOf = (actions: readonly OwnAction[]): Line[] => {
  const lines: Line[] = [];
  for (const action of actions) {
    const last = lines.at(-1);
    if (last && inOneList(last[0], action)) last.push(action);
    else lines.push([action]);
  }
  return lines;
};

const aboutOf = ([action, ...others]: Line): AccessSubject => {
  if (action.result === 'denied') return 'refused';
  if (action.action === 'case.list' || others.length > 0) return 'lists';
  return action.patient ? 'person' : 'ended';
};

/** Groups the actions of one day by person, newest first; lists come last. */
export const groupsOf = (actions: readonly OwnAction[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const line of linesOf(actions)) {
    const about = aboutOf(line);
    const key = about === 'person' ? (line[0].patient?.id ?? about) : about;
    const group = groups.get(key);
    if (group) group.lines.push(line);
    else groups.set(key, { key, about, lines: [line] });
  }
  const all = [...groups.values()];
  return [...all.filter(({ about }) => about !== 'lists'), ...all.filter(({ about }) => about === 'lists')];
};

/** Groups actions by day, newest first. */
export const daysOf = (actions: readonly OwnAction[]): { day: string; actions: OwnAction[] }[] =>
  [...new Set(actions.map(({ at }) => dayOf(at)))].map((day) => ({
    day,
    actions: actions.filter(({ at }) => dayOf(at) === day),
  }));

const countOf = (actions: readonly OwnAction[]) =>
  new Set(actions.map(({ document_id: document, id }) => document ?? id)).size;

const isRead = (action: AuditAction) => action === 'document.read' || action === 'document.view_images';
const inOrder = auditActions.toSorted(
  (a, b) =>
    Number(kindOfAction(a) === 'seen') - Number(kindOfAction(b) === 'seen') || Number(isRead(b)) - Number(isRead(a)),
);

/** Each kind of action once: changes, then reads, then other views; a document opened twice counts once. */
export const actionCounts = (actions: readonly OwnAction[]): ActionCount[] =>
  inOrder
    .map((action) => ({ action, count: countOf(actions.filter((each) => each.action === action)) }))
    .filter(({ count }) => count > 0);

/** A day's totals: people, opened documents, changes, refused accesses. */
export const dayInNumbers = (actions: readonly OwnAction[]) => {
  const allowed = actions.filter(({ result }) => result === 'allowed');
  const people = groupsOf(allowed).filter(({ about }) => about === 'person').length;
  const documents = countOf(allowed.filter(({ action }) => action === 'document.read'));
  const changes = allowed.filter(({ action }) => kindOfAction(action) === 'changed').length;
  return { people, documents, changes, refused: actions.length - allowed.length };
};
