module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'portal-frame',
  rootDir: __dirname,
};
