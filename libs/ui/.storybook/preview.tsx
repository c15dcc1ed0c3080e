import type { Decorator, Preview } from '@storybook/react-vite';
import { useLayoutEffect } from 'react';
import { configure } from 'storybook/test';
import { UiProvider } from '../src';
import type { LinkProps } from '../src';
import { LanguageContext } from './say';

// Long timeout for slow machines.
configure({ asyncUtilTimeout: 20_000 });

function StoryLink({ to, children, onClick, ...rest }: LinkProps) {
  return (
    <a
      href={to}
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        event.preventDefault();
      }}
    >
      {children}
    </a>
  );
}

function Page({ scheme, language, children }: { scheme: string; language: string; children: React.ReactNode }) {
  useLayoutEffect(() => {
    if (scheme === 'system') delete document.documentElement.dataset['scheme'];
    else document.documentElement.dataset['scheme'] = scheme;
    document.documentElement.lang = language;
  }, [scheme, language]);
  return children;
}

const withTheme: Decorator = (Story, { globals }) => (
  <UiProvider portal={globals['portal']} ground={globals['ground']} linkComponent={StoryLink}>
    <LanguageContext.Provider value={globals['language']}>
      <Page scheme={globals['scheme']} language={globals['language']}>
        <Story />
      </Page>
    </LanguageContext.Provider>
  </UiProvider>
);

const choice = (title: string, icon: string, items: [value: string, title: string][]) => ({
  description: title,
  toolbar: { title, icon, dynamicTitle: true, items: items.map(([value, name]) => ({ value, title: name })) },
});

const preview: Preview = {
  decorators: [withTheme],
  tags: ['autodocs'],
  initialGlobals: { portal: 'patient', ground: 'grey', scheme: 'system', language: 'de' },
  globalTypes: {
    portal: choice('Portal', 'user', [
      ['patient', 'Patient'],
      ['doctor', 'Doctor'],
    ]),
    ground: choice('Ground', 'paintbrush', [
      ['plain', 'Plain: signed out'],
      ['grey', 'Grey: signed in'],
    ]),
    scheme: choice('Scheme', 'mirror', [
      ['system', 'As the system'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ]),
    language: choice('Language', 'globe', [
      ['de', 'Deutsch'],
      ['en', 'English'],
    ]),
  },
  parameters: {
    // The theme is set on the document, and dialogs cover it: each story on a docs page gets its own iframe.
    docs: { story: { inline: false, height: '26rem' } },
    a11y: {
      options: {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        // Stories are parts of pages: landmarks and headings belong to the page.
        rules: {
          region: { enabled: false },
          'page-has-heading-one': { enabled: false },
          'landmark-one-main': { enabled: false },
        },
      },
    },
    controls: { disable: true },
    actions: { disable: true },
    backgrounds: { disable: true },
    options: {
      storySort: {
        order: ['Foundation', 'Layout', 'Shells', 'Actions', 'Forms', 'Display', 'Overlays', 'Screens', 'Features'],
      },
    },
  },
};

export default preview;
