import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '@konsil/i18n';
import { Button } from '@konsil/ui';
import { ClampedText } from './cases-parts.ts';
import { caseTexts } from './texts.ts';

/** User-written text; long text is cut, with a button for the rest. */
export function LongText({ children }: { children: string }) {
  const { t } = useTexts(caseTexts);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);

  useEffect(() => {
    // ResizeObserver reports after layout; measuring here would force an extra layout.
    const sized = new ResizeObserver(
      ([entry]) => entry && flushSync(() => setCut(open || entry.target.scrollHeight > entry.target.clientHeight + 1)),
    );
    if (box.current) sized.observe(box.current);
    return () => sized.disconnect();
  }, [children, open]);

  return (
    <>
      <ClampedText ref={box} $open={open}>
        {children}
      </ClampedText>
      {cut && (
        <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'facts.less' : 'facts.more')}
        </Button>
      )}
    </>
  );
}
