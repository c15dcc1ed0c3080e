module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'doctor-portal',
  rootDir: __dirname,
};
