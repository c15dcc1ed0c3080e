import { useSearchQuery } from '@konsil/api/search';
import type { SearchHit } from '@konsil/contracts/search';
import { matchesWords, useFormat, useTexts } from '@konsil/i18n';
import { useDebounced } from '@konsil/lists/use-settled';
import { useShortcutKeys } from '@konsil/api/shortcuts';
import { CommandList, Dialog, type Command, type NavItem } from '@konsil/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../paths';
import { pageActs, type ActName, type PageAct } from '../shortcuts/page-acts';
import { shortcutTexts } from '../shortcuts/texts';
import { keyOfAct } from './act-keys';
import { placeOf } from '../search/found-place';
import { searchTexts } from '../search/texts';
import { paletteTexts } from './texts';

/** Actions that the palette already lists among the pages. */
const inPages: readonly ActName[] = ['names.inbox', 'names.search'];
const mostPatients = 5;
const mostCases = 8;

interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
  /** The pages of the navigation. */
  places: readonly NavItem[];
  typed: string;
  onType: (typed: string) => void;
  /** Called when the field has the focus. */
  onReady: () => void;
}
interface Choice extends Command {
  run: () => void;
}

/** Finds patients, cases and pages, and does what the current page can do. */
export function CommandPalette({ open, onClose, ...commands }: CommandPaletteProps) {
  const { t } = useTexts(paletteTexts);
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} closeLabel={t('close')}>
      {open && <Commands onClose={onClose} {...commands} />}
    </Dialog>
  );
}

function Commands({ onClose, places, typed, onType, onReady }: Omit<CommandPaletteProps, 'open'>) {
  const { t } = useTexts(paletteTexts);
  const { t: words } = useTexts(shortcutTexts);
  const { t: texts } = useTexts(searchTexts);
  const format = useFormat();
  const navigate = useNavigate();
  const asked = useDebounced(typed.trim());
  const { currentData: hits, isFetching } = useSearchQuery(asked);
  // As they were when it opened: the page behind it does not change.
  const [acts] = useState(() => pageActs().filter(({ name }) => !inPages.includes(name)));

  const keys = useShortcutKeys();
  const go = (to: string, state?: unknown) => () => void navigate(to, { state });
  const personOf = ({ patient }: SearchHit) => `${patient.last_name}, ${patient.first_name}`;
  const actChoice = (act: PageAct): Choice => ({
    id: act.name,
    label: act.name === 'names.help' ? t('keys') : words(act.name),
    ...(act.of && { detail: act.of.length > 1 ? t('cases', { count: act.of.length }) : act.of[0] }),
    ...keyOfAct(act.name, keys),
    run: act.run,
  });
  const placeChoice = ({ to, label, icon }: NavItem): Choice => ({ id: to, label, icon, run: go(to) });
  const patientChoice = (hit: SearchHit): Choice => ({
    id: `patient ${hit.id}`,
    label: personOf(hit),
    detail: format.day(hit.patient.date_of_birth),
    run: go(paths.patient(hit.id)),
  });
  const caseChoice = (hit: SearchHit): Choice => {
    // The typed words may also be a name: then the case itself is opened.
    const isNamed = matchesWords(`${hit.case_name ?? ''} ${personOf(hit)}`, typed);
    const [found] = isNamed ? [] : hit.found;
    const { to, carries } = found ? placeOf(hit, found, typed.trim()) : { to: paths.case(hit), carries: undefined };
    const excerpt = found?.excerpt;
    const where =
      found?.place === 'page'
        ? texts('page', { name: found.name ?? '', page: found.page ?? 1 })
        : excerpt
          ? `${excerpt.before}${excerpt.word}${excerpt.after}`
          : found?.name;
    return {
      id: `case ${hit.id}`,
      label: hit.case_name ?? '',
      detail: [personOf(hit), where].filter(Boolean).join(' · '),
      run: go(to, carries),
    };
  };
  const isMeant = ({ label }: Choice) => typed.trim() === '' || matchesWords(label, typed, { forgiving: true });
  const found = typed.trim() === asked ? (hits ?? []) : [];
  const groups: { label: string; commands: Choice[] }[] = [
    { label: t('acts'), commands: acts.map(actChoice).filter(isMeant) },
    {
      label: t('patients'),
      commands: found
        .filter(({ kind }) => kind === 'patient')
        .slice(0, mostPatients)
        .map(patientChoice),
    },
    {
      label: t('caseHits'),
      commands: found
        .filter(({ kind }) => kind === 'case')
        .slice(0, mostCases)
        .map(caseChoice),
    },
    { label: t('pages'), commands: places.map(placeChoice).filter(isMeant) },
  ];

  const all = groups.flatMap(({ commands }) => commands);
  const waits = typed.trim() !== asked || (isFetching && !hits);
  const status = waits
    ? t('searching')
    : all.length === 0
      ? t('none', { search: typed.trim() })
      : t('count', { count: all.length });
  const choose = (id: string) => {
    onClose();
    // Runs after the focus is back on the page, because an action may open a dialog of its own.
    const choice = all.find((one) => one.id === id);
    setTimeout(() => choice?.run());
  };
  return (
    <div onFocus={onReady}>
      <CommandList
        label={t('title')}
        placeholder={t('placeholder')}
        typed={typed}
        onType={onType}
        groups={groups}
        onChoose={choose}
        status={status}
      />
    </div>
  );
}
