// Writes a project's test results for `npm test` to add up; a cached run restores the file.
const { mkdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const folder = path.join(__dirname, '../../dist/test-results');

module.exports = class Report {
  /** Name, result and failure message of each test. */
  static outcomesOf(testResults) {
    return testResults.flatMap(({ testResults: tests, testFilePath, failureMessage }) => {
      const ran = tests
        .filter(({ status }) => status === 'passed' || status === 'failed')
        .map(({ fullName, status, failureMessages }) => ({
          name: fullName,
          passed: status === 'passed',
          why: failureMessages.join('\n'),
        }));
      // Counts a file that could not be loaded, or failed outside of its tests.
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
