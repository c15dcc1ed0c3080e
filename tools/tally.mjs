// Counts passed and failed tests, with names and messages of failures.
import { stripVTControlCharacters } from 'node:util';

const mostLines = 15;
// Number of last output lines to read if a run failed outside of tests.
const allLines = 120;

/** The output of `node --test`, and failure messages without stacks. */
const toldInTap = (text) =>
  [
    ...text.matchAll(/^# (?!Subtest: )(.*)$/gm),
    ...text.matchAll(/^ *error: (?!\|-$)'?(.*?)'?$/gm),
    ...text.matchAll(/^( *)error: \|-\n(?<message>(?:\1 {2}.*\n)+)/gm),
  ]
    .map(({ 1: line, groups }) => groups?.message ?? line)
    .join('\n');

/** The useful lines of a message, without frames inside packages. */
const linesOf = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line && !/^\s+at .*(node_modules|node:)/.test(line));

export class Tally {
  passed = 0;
  failed = [];

  /** A separate check, such as the linter; `why` is its output. */
  check(name, ok, why = '') {
    if (ok) this.passed += 1;
    else this.failed.push({ name, why });
  }

  /** The results written by tools/jest/report.cjs. */
  addJest(project, outcomes) {
    for (const { name, passed, why } of outcomes) this.check(`${project}: ${name}`, passed, why);
  }

  /** The results of Playwright's JSON reporter. A test that only passed on a retry counts as failed. */
  addPlaywright(report) {
    const walk = (suite, path) => {
      for (const { title, tests } of suite.specs ?? []) {
        for (const { status, results } of tests) {
          if (status === 'skipped') continue;
          this.check(
            `browser: ${[...path, title].join(' › ')}`,
            status === 'expected',
            results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
          );
        }
      }
      for (const inner of suite.suites ?? []) walk(inner, [...path, inner.title]);
    };
    for (const suite of report.suites) walk(suite, [suite.title]);
    for (const { message } of report.errors) this.check(`browser: ${message.split('\n')[0]}`, false, message);
  }

  /** The results of `node --test --test-reporter=tap`. */
  addTap(text) {
    for (const [, before, not, name, details = ''] of text.matchAll(
      /([^]*?)^(not )?ok \d+ - (.*)\n(?: {2}---\n([^]*?)^ {2}\.\.\.\n)?/gm,
    ))
      this.check(name, !not, not && toldInTap(before + details));
  }

  /** All failures with their reasons, and the totals as the last line. */
  report() {
    const share = Math.max(2, Math.min(mostLines, Math.floor(allLines / this.failed.length)));
    return [
      ...this.failed.flatMap(({ name, why }) => [
        `✖ ${name}`,
        ...linesOf(why)
          .slice(0, share)
          .map((line) => `    ${line}`),
      ]),
      `${this.passed} passed, ${this.failed.length} failed`,
    ].join('\n');
  }
}
