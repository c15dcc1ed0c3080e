module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'forms',
  rootDir: __dirname,
};
