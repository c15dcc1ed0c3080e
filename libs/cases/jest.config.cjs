module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'cases',
  rootDir: __dirname,
};
