module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'server',
  rootDir: __dirname,
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
  // What starts processes, databases and readers of files takes its time on a busy machine.
  testTimeout: 180_000,
  // The longest of all targets: when the others are done it has both cores, and a third worker while one waits for the database.
  maxWorkers: 3,
  globalSetup: '<rootDir>/jest.workers.cjs',
};
