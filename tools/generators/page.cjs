const { camel, create, insert, pascal } = require('./edits.cjs');

const languages = { de: 'Hier ist noch nichts.', en: 'There is nothing here yet.' };

const withPath = (before) => (tree, name, app) =>
  insert(tree, `${app.folder}/src/features/paths.ts`, { before }, `  ${camel(name)}: '${app.address}/${name}',\n`);

/** The navigation of the console, after its other pages. */
const withNavigation = (tree, name, app, title) => {
  insert(
    tree,
    `${app.folder}/src/app/${app.pages}`,
    { before: "  { path: 'limits', label: 'limits'," },
    `  { path: '${name}', label: '${camel(name)}', icon: <DocumentIcon /> },\n`,
  );
  for (const language of Object.keys(languages))
    insert(
      tree,
      `${app.folder}/src/app/locales/${language}.json`,
      { before: '  "limits":' },
      `  "${camel(name)}": "${title}",\n`,
    );
};

/** The place of a page's route in each app, and the function that links to the page. */
const apps = {
  doctor: {
    folder: 'apps/doctor-portal',
    address: '/doctor',
    pages: 'doctor-pages.tsx',
    place: "      { path: 'todos', element: page(",
    indent: '      ',
    login: "login: aLogin({ role: 'doctor' })",
    link: withPath("  search: '/doctor/search',\n"),
  },
  patient: {
    folder: 'apps/patient-portal',
    address: '/patient',
    pages: 'patient-pages.tsx',
    place: "  { path: 'process', element: page(",
    indent: '  ',
    login: "login: aLogin({ role: 'patient' })",
    link: withPath("  settings: '/patient/settings',\n"),
  },
  console: {
    folder: 'apps/operator-console',
    address: '/operator',
    pages: 'console-pages.tsx',
    place: "  { path: 'limits', element: page(",
    indent: '  ',
    login: 'login: null',
    link: withNavigation,
  },
};

/** A page of a portal or of the console: lazy route, link, page with texts in both languages, story and test. */
module.exports = async function page(tree, { name, portal }) {
  const app = apps[portal];
  const [component, texts] = [`${pascal(name)}Page`, `${camel(name)}Texts`];
  const folder = `${app.folder}/src/features/${name}`;
  const title = pascal(name).replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const withLogin = app.login.includes('aLogin');
  create(
    tree,
    `${folder}/texts.ts`,
    `import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const ${texts} = defineTexts<typeof de>('${portal}-${name}', (locale) => import(\`./locales/\${locale}.json\`));
`,
  );
  for (const [language, empty] of Object.entries(languages))
    create(tree, `${folder}/locales/${language}.json`, `${JSON.stringify({ title, empty }, null, 2)}\n`);
  create(
    tree,
    `${folder}/${component}.tsx`,
    `import { useTexts } from '@konsil/i18n';
import { Card, Page, PageTitle, Text } from '@konsil/ui';
import { ${texts} } from './texts.ts';

export function ${component}() {
  const { t } = useTexts(${texts});
  return (
    <Page>
      <PageTitle>{t('title')}</PageTitle>
      <Card>
        <Text as="p">{t('empty')}</Text>
      </Card>
    </Page>
  );
}
`,
  );
  create(
    tree,
    `${folder}/${component}.stories.tsx`,
    `${withLogin ? "import { aLogin } from '@konsil/testing/builders';\n" : ''}import { featureStory } from '@konsil/testing/story';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ${component} } from './${component}.tsx';

const meta: Meta<typeof ${component}> = {
  title: 'Pages/${portal}/${title}',
  component: ${component},
};
export default meta;

export const Empty: StoryObj = featureStory({ ${app.login} });
`,
  );
  create(
    tree,
    `${folder}/${component}.test.tsx`,
    `import { screen } from '@testing-library/react';
import { ${withLogin ? 'aLogin, ' : ''}fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { ${component} } from './${component}.tsx';

let api: FakeApi;
afterEach(() => api.restore());

test('says that there is nothing yet', async () => {
  api = fakeApi({});
  await renderWithProviders(<${component} />${withLogin ? `, { ${app.login} }` : ''});
  expect(await screen.findByText('${languages.de}')).toBeVisible();
});
`,
  );
  const { indent } = app;
  insert(
    tree,
    `${app.folder}/src/app/${app.pages}`,
    { before: app.place },
    `${indent}{\n${indent}  path: '${name}',\n${indent}  element: page(() => import('../features/${name}/${component}.tsx').then((m) => m.${component})),\n${indent}},\n`,
  );
  app.link(tree, name, app, title);
};
