module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'pixels',
  rootDir: __dirname,
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
};
