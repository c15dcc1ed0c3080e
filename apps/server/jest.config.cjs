module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'server',
  rootDir: __dirname,
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
  globalSetup: '<rootDir>/jest.workers.cjs',
};
