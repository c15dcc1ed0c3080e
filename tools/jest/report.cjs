// Leaves what a project's tests came to where `npm test` adds it up; a cached run brings the same file back.
const { mkdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const folder = path.join(__dirname, '../../dist/test-results');

module.exports = class Report {
  /** Of each test of jest's results its name, whether it passed, and why not. */
  static outcomesOf(testResults) {
    return testResults.flatMap(({ testResults: tests, testFilePath, failureMessage }) => {
      const ran = tests
        .filter(({ status }) => status === 'passed' || status === 'failed')
        .map(({ fullName, status, failureMessages }) => ({
          name: fullName,
          passed: status === 'passed',
          why: failureMessages.join('\n'),
        }));
      // A file that could not be loaded has no tests to count, and what fails before or after them is no test.
      const unloadable = failureMessage && ran.every(({ passed }) => passed);
      return unloadable ? [...ran, { name: path.basename(testFilePath), passed: false, why: failureMessage }] : ran;
    });
  }

  onRunComplete(contexts, { testResults }) {
    const [context] = contexts;
    if (!context) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, `${context.config.displayName.name}.json`),
      JSON.stringify(Report.outcomesOf(testResults)),
    );
  }
};
