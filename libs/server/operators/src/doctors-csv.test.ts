import { cellsOf, readDoctors } from './doctors-csv.ts';

test('quoted cells keep separators, quotes and line breaks; lines count as in editors', () => {
  expect(cellsOf('a;"b;c";"d ""e"""\r\n\n"f\ng";h\ni', ';')).toEqual([
    { line: 1, cells: ['a', 'b;c', 'd "e"'] },
    { line: 3, cells: ['f\ng', 'h'] },
    { line: 5, cells: ['i'] },
  ]);
});

test.each([
  ['semicolons', 'E-Mail;Vorname;Nachname;Fachgebiet;Ort;Sprachen\nnora@example.org;Nora;Lindt;Radiologie;Ulm;de, FR'],
  ['commas', 'email,first_name,last_name,specialty,city,languages\nnora@example.org,Nora,Lindt,Radiologie,Ulm,"de,fr"'],
  [
    'tabs',
    '\uFEFFe-mail\tvorname\tnachname\tfachgebiet\tort\tsprachen\r\nnora@example.org\tNora\tLindt\tRadiologie\tUlm\tde fr\r\n',
  ],
])('reads a file with %s, with defaults for missing values', (_, csv) => {
  expect(readDoctors(csv)).toEqual({
    missing: [],
    lines: [
      {
        line: 2,
        email: 'nora@example.org',
        name: 'Nora Lindt',
        errors: [],
        doctor: {
          email: 'nora@example.org',
          title: '',
          first_name: 'Nora',
          last_name: 'Lindt',
          specialty: 'Radiologie',
          city: 'Ulm',
          languages: ['de', 'fr'],
          reply_days: 3,
          locale: 'de',
        },
      },
    ],
  });
});

test('errors name line and column, and missing columns are named instead of lines', () => {
  const csv = 'email;first_name;last_name;specialty;city;reply_days\nnora@example;Nora;;Radiologie;Ulm;99';
  expect(readDoctors(csv).lines).toEqual([
    expect.objectContaining({
      line: 2,
      doctor: null,
      errors: [
        { column: 'email', code: 'emailInvalid' },
        { column: 'last_name', code: 'lastNameMissing' },
        { column: 'reply_days', code: 'replyDaysInvalid' },
      ],
    }),
  ]);
  expect(readDoctors('Vorname;Nachname\nNora;Lindt')).toEqual({ missing: ['email', 'specialty', 'city'], lines: [] });
  expect(readDoctors('').missing).toContain('email');
});
