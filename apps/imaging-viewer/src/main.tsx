import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UiProvider } from '@konsil/ui';
import { readAddress } from './app/address.ts';
import { Viewer } from './app/Viewer.tsx';
import { wordsIn, WordsProvider } from './app/words.ts';
import style from './viewer.css?inline';

const { studyUid, language } = readAddress(location.search, navigator.languages);
const words = wordsIn(language);
document.documentElement.lang = language;
document.title = `${words.t('title')} · Konsil`;

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    {/* Bundled, to save a request before the first picture. */}
    <style>{style}</style>
    <WordsProvider value={words}>
      <UiProvider portal="doctor" ground="grey">
        <Viewer studyUid={studyUid} />
      </UiProvider>
    </WordsProvider>
  </StrictMode>,
);
// The message shown until a script has loaded (tools/vite/not-loaded.mts).
document.getElementById('not-loaded')?.remove();
