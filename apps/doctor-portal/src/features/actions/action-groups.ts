import { auditActions, kindOfAction, type AuditAction, type OwnAction } from '@konsil/contracts/privacy';
import { dayOf } from '@konsil/i18n';

/** Actions of one line: a list that was looked at has one for each patient who stood in it. */
export type Line = [OwnAction, ...OwnAction[]];

/** What a group of lines is about: one person, lists over several, what was refused, what is no longer shared. */
export type About = 'person' | 'lists' | 'refused' | 'ended';
export interface Group {
  key: string;
  about: About;
  lines: [Line, ...Line[]];
}

/** What was done, and to how many where that can be counted. */
export interface Sum {
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

const aboutOf = ([action, ...others]: Line): About => {
  if (action.result === 'denied') return 'refused';
  if (action.action === 'case.list' || others.length > 0) return 'lists';
  return action.patient ? 'person' : 'ended';
};

/** The actions of one day by whom they were about, each with its newest first; the lists, which say least, come last. */
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

/** Actions by day, the newest first. */
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

/** Each kind of action once: changes, then what was read, then what else was seen; a document that was opened twice is one. */
export const sumsOf = (actions: readonly OwnAction[]): Sum[] =>
  inOrder
    .map((action) => ({ action, count: countOf(actions.filter((each) => each.action === action)) }))
    .filter(({ count }) => count > 0);

/** A day in numbers: the people it was about, the documents that were opened, the changes, what was refused. */
export const dayInNumbers = (actions: readonly OwnAction[]) => {
  const allowed = actions.filter(({ result }) => result === 'allowed');
  const people = groupsOf(allowed).filter(({ about }) => about === 'person').length;
  const documents = countOf(allowed.filter(({ action }) => action === 'document.read'));
  const changes = allowed.filter(({ action }) => kindOfAction(action) === 'changed').length;
  return { people, documents, changes, refused: actions.length - allowed.length };
};
