module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'common',
  rootDir: __dirname,
};
