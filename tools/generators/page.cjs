const { camel, create, insert, pascal } = require('./edits.cjs');

const portals = {
  doctor: {
    pages: 'apps/doctor-portal/src/app/doctor-pages.tsx',
    place: "      { path: 'todos', element: page(",
    indent: '      ',
    before: "  search: '/doctor/search',\n",
  },
  patient: {
    pages: 'apps/patient-portal/src/app/patient-pages.tsx',
    place: "  { path: 'process', element: page(",
    indent: '  ',
    before: "  settings: '/patient/settings',\n",
  },
};

/** A page of a portal: lazy route, path, page with texts in both languages, and a test. */
module.exports = async function page(tree, { name, portal }) {
  const { pages, place, indent, before } = portals[portal];
  const [component, texts] = [`${pascal(name)}Page`, `${camel(name)}Texts`];
  const folder = `apps/${portal}-portal/src/features/${name}`;
  const title = pascal(name).replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  create(
    tree,
    `${folder}/texts.ts`,
    `import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const ${texts} = defineTexts<typeof de>('${portal}-${name}', (locale) => import(\`./locales/\${locale}.json\`));
`,
  );
  for (const [language, text] of [
    ['de', 'Hier ist noch nichts.'],
    ['en', 'There is nothing here yet.'],
  ])
    create(tree, `${folder}/locales/${language}.json`, `${JSON.stringify({ title, empty: text }, null, 2)}\n`);
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
    `${folder}/${component}.test.tsx`,
    `import { screen } from '@testing-library/react';
import { aLogin, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { ${component} } from './${component}.tsx';

let api: FakeApi;
afterEach(() => api.restore());

test('says that there is nothing yet', async () => {
  api = fakeApi({});
  await renderWithProviders(<${component} />, { login: aLogin({ role: '${portal}' }) });
  expect(await screen.findByText('Hier ist noch nichts.')).toBeVisible();
});
`,
  );
  insert(
    tree,
    pages,
    { before: place },
    `${indent}{\n${indent}  path: '${name}',\n${indent}  element: page(() => import('../features/${name}/${component}.tsx').then((m) => m.${component})),\n${indent}},\n`,
  );
  insert(tree, `apps/${portal}-portal/src/features/paths.ts`, { before }, `  ${camel(name)}: '/${portal}/${name}',\n`);
};
