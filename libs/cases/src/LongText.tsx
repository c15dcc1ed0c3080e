import { useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '@konsil/i18n';
import { Button } from '@konsil/ui';
import { Clamped } from './cases-parts.ts';
import { caseTexts } from './texts.ts';

/** What somebody wrote; where it is long, the beginning with a button for the rest. */
export function LongText({ children }: { children: string }) {
  const { t } = useTexts(caseTexts);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);

  useLayoutEffect(() => {
    const measure = () => box.current && setCut(open || box.current.scrollHeight > box.current.clientHeight + 1);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [children, open]);

  return (
    <>
      <Clamped ref={box} $open={open}>{children}</Clamped>
      {cut && <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>{t(open ? 'facts.less' : 'facts.more')}</Button>}
    </>
  );
}
