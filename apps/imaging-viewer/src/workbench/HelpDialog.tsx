import { Dialog, Kbd } from '@konsil/ui';
import { LegalLinks } from '../app/LegalLinks.tsx';
import { useWords, type WordKey } from '../app/words.ts';
import { keyLinesOf } from './pane-keys.ts';
import { useViewerKeys } from './viewer-keys.ts';

const mouse = ['primary', 'middle', 'secondary', 'wheel'] as const;
const touch = ['oneFinger', 'twoFingers', 'slider'] as const;

/** Help for keyboard, mouse and touch. */
export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useWords();
  const letters = useViewerKeys();
  const keyName = (key: string): string => (key.startsWith('keyNames.') ? t(key as WordKey) : key);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('help.title')}
      closeLabel={t('help.close')}
      description={t('notForDiagnosis')}
    >
      <div className="help">
        <section data-needs="keyboard">
          <h3>{t('help.keysTitle')}</h3>
          <p>{t(letters ? 'help.change' : 'help.off')}</p>
          <dl>
            {keyLinesOf(letters).map(({ keys: pressed, meaning }) => (
              <div key={meaning}>
                <dt>
                  {pressed.map((key) => (
                    <Kbd key={key}>{keyName(key)}</Kbd>
                  ))}
                </dt>
                <dd>{t(meaning)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section data-needs="mouse">
          <h3>{t('help.mouseTitle')}</h3>
          <ul>
            {mouse.map((button) => (
              <li key={button}>{t(`help.mouse.${button}`)}</li>
            ))}
          </ul>
        </section>
        <section>
          <h3>{t('help.touchTitle')}</h3>
          <ul>
            {touch.map((finger) => (
              <li key={finger}>{t(`help.touch.${finger}`)}</li>
            ))}
          </ul>
        </section>
        <LegalLinks />
      </div>
    </Dialog>
  );
}
