// Jest settings shared by the server and its libraries.
module.exports = {
  ...require('../../jest.preset.js'),
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
  // Tests that start processes, databases or readers are slow on a busy machine.
  testTimeout: 300_000,
  // Looking up a global in the sandbox is slow, and the query builder does it thousands of times.
  // Not Set: asn1js declares a class of that name.
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
    'WeakMap',
    'Error',
    'RegExp',
    'Uint8Array',
  ],
  globalSetup: require.resolve('./jest.workers.cjs'),
};
