module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'operator-console',
  rootDir: __dirname,
};
