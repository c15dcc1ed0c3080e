module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'server',
  rootDir: __dirname,
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
  // What starts processes, databases and readers of files takes its time on a busy machine.
  testTimeout: 300_000,
  // The longest of all targets: when the others are done it has both cores, and a third worker while one waits for the database.
  maxWorkers: 3,
  // Each look at a global of the sandbox takes long; the query builder does so by the thousand. Given to every module, these cost nothing.
  sandboxInjectedGlobals: ['Object', 'Array', 'Symbol', 'Math', 'Promise', 'String', 'Number', 'JSON', 'Map', 'Set', 'WeakMap', 'Error', 'RegExp', 'Uint8Array'],
  globalSetup: '<rootDir>/jest.workers.cjs',
};
