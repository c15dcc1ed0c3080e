import { Dialog, Kbd } from '@konsil/ui';
import { LegalLinks } from '../app/LegalLinks.tsx';
import { useWords, type WordKey } from '../app/words.ts';

const keys: { keys: (WordKey | string)[]; meaning: WordKey }[] = [
  { keys: ['keyNames.up', 'keyNames.down'], meaning: 'help.keys.step' },
  { keys: ['keyNames.pageUp', 'keyNames.pageDown'], meaning: 'help.keys.stepTen' },
  { keys: ['keyNames.home', 'keyNames.end'], meaning: 'help.keys.ends' },
  { keys: ['+', '−'], meaning: 'help.keys.zoom' },
  {
    keys: ['keyNames.shift', 'keyNames.up', 'keyNames.right', 'keyNames.down', 'keyNames.left'],
    meaning: 'help.keys.pan',
  },
  { keys: ['keyNames.space'], meaning: 'help.keys.play' },
  { keys: ['keyNames.enter'], meaning: 'help.keys.measure' },
  { keys: ['1', '…', '9'], meaning: 'help.keys.preset' },
  { keys: ['0'], meaning: 'help.keys.reset' },
  { keys: ['keyNames.tab'], meaning: 'help.keys.pane' },
];
const mouse = ['primary', 'middle', 'secondary', 'wheel'] as const;
const touch = ['oneFinger', 'twoFingers', 'slider'] as const;

/** Help for keyboard, mouse and touch. */
export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useWords();
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
          <dl>
            {keys.map(({ keys: pressed, meaning }) => (
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
