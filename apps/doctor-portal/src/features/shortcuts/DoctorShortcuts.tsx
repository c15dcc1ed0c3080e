import { useNavigateFromHere } from '@konsil/common';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { startWriting } from './writing';
import { useQueue } from '../queue/use-queue';
import { paths } from '../paths';
import { onShortcutHelp, useShortcut } from './shortcuts';

const ShortcutHelp = lazy(() => import('./ShortcutHelp').then((module) => ({ default: module.ShortcutHelp })));

const caseIn = (path: string) => /\/process\/([0-9a-f-]{36})/.exec(path)?.[1];

/** The shortcuts of every page of the doctor portal; mounted once in the frame. */
export function DoctorShortcuts() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Undefined until first opened; then it stays mounted for its closing transition.
  const [helping, setHelping] = useState<boolean>();
  const { findNext } = useQueue(caseIn(pathname));
  const navigateFromHere = useNavigateFromHere();
  const goOn = async () => {
    const next = await findNext();
    if (next) navigateFromHere(paths.answer(next), startWriting);
  };

  useEffect(() => onShortcutHelp(() => setHelping(true)), []);
  useShortcut('help', () => setHelping(true));
  useShortcut('inbox', () => void navigate(paths.inbox));
  useShortcut('search', () => void navigate(paths.search));
  useShortcut('next', () => void goOn());
  return (
    helping !== undefined && (
      <Suspense>
        <ShortcutHelp open={helping} onClose={() => setHelping(false)} />
      </Suspense>
    )
  );
}
