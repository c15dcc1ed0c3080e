import assert from 'node:assert/strict';
import { test } from 'node:test';
import Report from '../jest/report.cjs';
import { Tally } from '../tally.mjs';

const reportOf = (add) => {
  const tally = new Tally();
  add(tally);
  return tally.report().split('\n');
};
const jestTest = (fullName, ...failureMessages) => ({
  fullName,
  status: failureMessages.length > 0 ? 'failed' : 'passed',
  failureMessages,
});

test('reports failures with reason, without colours and library frames; totals last', () => {
  const results = [
    {
      testFilePath: '/a/sums.test.ts',
      failureMessage: 'both',
      testResults: [
        jestTest('adds'),
        jestTest(
          'divides',
          'Error: \u001b[31mby zero\u001b[39m\n\n    at divide (/a/sums.ts:3:1)\n    at run (/a/node_modules/jest/index.js:1:1)',
        ),
      ],
    },
  ];
  assert.deepEqual(
    reportOf((tally) => tally.addJest('sums', Report.outcomesOf(results))),
    ['✖ sums: divides', '    Error: by zero', '        at divide (/a/sums.ts:3:1)', '1 passed, 1 failed'],
  );
});

test('a file whose tests pass but whose teardown fails has failed, with the reason', () => {
  const results = [
    {
      testFilePath: '/a/house.test.ts',
      failureMessage: 'Exceeded timeout of 180000 ms for a hook.',
      testResults: [jestTest('opens')],
    },
  ];
  assert.deepEqual(
    reportOf((tally) => tally.addJest('server', Report.outcomesOf(results))),
    ['✖ server: house.test.ts', '    Exceeded timeout of 180000 ms for a hook.', '1 passed, 1 failed'],
  );
});

test('a browser test reports the errors of all attempts, also those outside of tests', () => {
  const spec = (title, status, ...messages) => ({
    title,
    tests: [{ status, results: messages.map((message) => ({ errors: message ? [{ message }] : [] })) }],
  });
  const suites = [
    {
      title: 'sign-in.spec.ts',
      specs: [
        spec('works', 'expected', ''),
        spec('waits', 'flaky', 'Error: too late', ''),
        spec('elsewhere', 'skipped', ''),
      ],
    },
  ];
  assert.deepEqual(
    reportOf((tally) => tally.addPlaywright({ suites, errors: [{ message: 'No server\nport 3000' }] })),
    [
      '✖ browser: sign-in.spec.ts › waits',
      '    Error: too late',
      '✖ browser: No server',
      '    No server',
      '    port 3000',
      '1 passed, 2 failed',
    ],
  );
});

test("a check reports its message, its parts' messages and its file's output", () => {
  const details = (error) => `  ---\n  location: 'a.mjs:1:1'\n  ${error}\n  stack: |-\n    never (a.mjs:1:1)\n  ...\n`;
  const tap = [
    'TAP version 13\n# Subtest: first\nok 1 - first\n  ---\n  duration_ms: 1\n  ...\n',
    `# Subtest: second\nnot ok 2 - second\n${details('error: |-\n    one is not two\n    really')}`,
    `# Subtest: third\n    # Subtest: part\n    not ok 1 - part\n${details("error: 'the part'").replaceAll(/^/gm, '    ')}\nnot ok 3 - third\n${details("error: '1 subtest failed'")}`,
    `# SyntaxError: not a module\n# Subtest: b.mjs\nnot ok 4 - b.mjs\n${details("error: 'test failed'")}1..4\n# tests 4\n`,
  ].join('');
  assert.deepEqual(
    reportOf((tally) => tally.addTap(tap)).map((line) => line.trim()),
    [
      '✖ second',
      'one is not two',
      'really',
      '✖ third',
      'the part',
      '1 subtest failed',
      '✖ b.mjs',
      'SyntaxError: not a module',
      'test failed',
      '1 passed, 3 failed',
    ],
  );
});

test('with many failures, the end of the output still lists nearly all', () => {
  const long = Array.from({ length: 99 }, (_, line) => `line ${line}`).join('\n');
  const failing = (count) =>
    reportOf((tally) => {
      for (let number = 0; number < count; number += 1) tally.check(`check ${number}`, false, long);
    });
  assert.equal(failing(1).length, 1 + 15 + 1);
  assert.equal(failing(30).length, 30 * (1 + 4) + 1);
});
