// What the Jest configurations of the server and its libraries share.
module.exports = {
  ...require('../../jest.preset.js'),
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
  // Tests that start processes, databases or readers are slow on a busy machine.
  testTimeout: 300_000,
  // Each look-up of a global in the sandbox is slow, and the query builder does thousands of them.
  sandboxInjectedGlobals: [
    'Object',
    'Array',
    'Symbol',
    'Math',
    'Promise',
    'String',
    'Number',
    'JSON',
    'Map',
    'Set',
    'WeakMap',
    'Error',
    'RegExp',
    'Uint8Array',
  ],
  globalSetup: require.resolve('./jest.workers.cjs'),
};
