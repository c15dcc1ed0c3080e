module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'patient-portal',
  rootDir: __dirname,
};
