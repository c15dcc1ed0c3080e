module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'dicom-header',
  rootDir: __dirname,
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
};
