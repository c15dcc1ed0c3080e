// Counts what passed and what failed, and remembers of what failed its name and why.
import { stripVTControlCharacters } from 'node:util';

const mostLines = 15;
// As much of a run's end as is read where it failed elsewhere.
const allLines = 120;

/** What a `node --test` printed on the way, and the messages of what is wrong, without their stacks. */
const toldInTap = (text) =>
  [
    ...text.matchAll(/^# (?!Subtest: )(.*)$/gm),
    ...text.matchAll(/^ *error: (?!\|-$)'?(.*?)'?$/gm),
    ...text.matchAll(/^( *)error: \|-\n(?<message>(?:\1 {2}.*\n)+)/gm),
  ]
    .map(({ 1: line, groups }) => groups?.message ?? line)
    .join('\n');

/** The lines of a message that say something; steps inside a package say nothing. */
const linesOf = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line && !/^\s+at .*(node_modules|node:)/.test(line));

export class Tally {
  passed = 0;
  failed = [];

  /** One check of its own, such as the linter's; `why` is what it said. */
  check(name, ok, why = '') {
    if (ok) this.passed += 1;
    else this.failed.push({ name, why });
  }

  /** What tools/jest/report.cjs left. */
  addJest(project, outcomes) {
    for (const { name, passed, why } of outcomes) this.check(`${project}: ${name}`, passed, why);
  }

  /** What Playwright's JSON reporter wrote. A test that passed only on a second try has failed. */
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

  /** What `node --test --test-reporter=tap` wrote. */
  addTap(text) {
    for (const [, before, not, name, details = ''] of text.matchAll(
      /([^]*?)^(not )?ok \d+ - (.*)\n(?: {2}---\n([^]*?)^ {2}\.\.\.\n)?/gm,
    ))
      this.check(name, !not, not && toldInTap(before + details));
  }

  /** Everything that failed, each with why, and the sums as the last line. */
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
