// Jest settings shared by the server and its libraries.
module.exports = {
  ...require('../../jest.preset.js'),
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
  // Tests that start processes, databases or readers are slow on a busy machine.
  testTimeout: 300_000,
  globalSetup: require.resolve('./jest.workers.cjs'),
};
