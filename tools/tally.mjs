// Counts what passed and what failed, and remembers the names of what failed.

export class Tally {
  passed = 0;
  failed = [];

  /** One check of its own, such as the linter's. */
  check(name, ok) {
    if (ok) this.passed += 1;
    else this.failed.push(name);
  }

  /** What tools/jest/report.cjs left. */
  addJest(project, outcomes) {
    for (const { name, passed } of outcomes) this.check(`${project}: ${name}`, passed);
  }

  /** What Playwright's JSON reporter wrote. A test that passed only on a second try has failed. */
  addPlaywright(report) {
    const walk = (suite, path) => {
      for (const { title, tests } of suite.specs ?? []) {
        for (const { status } of tests) {
          if (status === 'expected') this.passed += 1;
          else if (status !== 'skipped') this.failed.push(`browser: ${[...path, title].join(' › ')}`);
        }
      }
      for (const inner of suite.suites ?? []) walk(inner, [...path, inner.title]);
    };
    for (const suite of report.suites) walk(suite, [suite.title]);
    for (const { message } of report.errors) this.failed.push(`browser: ${message.split('\n')[0]}`);
  }

  /** What `node --test --test-reporter=tap` wrote. */
  addTap(text) {
    for (const [, not, name] of text.matchAll(/^(not )?ok \d+ - (.*)$/gm)) this.check(name, !not);
  }
}
