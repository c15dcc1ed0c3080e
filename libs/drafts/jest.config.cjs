module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'drafts',
  rootDir: __dirname,
};
