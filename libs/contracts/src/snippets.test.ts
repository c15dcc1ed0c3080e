import { saveSnippetsSchema } from './search.ts';

test.each([
  ['Guten Tag, {{first_name}} {{ last_name }}, geboren {{date_of_birth}}, {{patient}}, {{today}}', true],
  ['In {einfachen} Klammern', true],
  ['', true],
  ['Guten Tag, {{patinet}}', false],
  ['Guten Tag, {{Patient}}', false],
  ['Guten Tag, {{first name}}', false],
  ['Guten Tag, {{patient}', false],
  ['Guten Tag, patient}}', false],
])('a snippet has only known placeholders: %s', (text, fits) => {
  const { success, error } = saveSnippetsSchema.safeParse([{ title: 'Gruß', text }]);
  expect([success, error?.issues.map(({ message }) => message)]).toEqual([
    fits,
    fits ? undefined : ['placeholderUnknown'],
  ]);
});
