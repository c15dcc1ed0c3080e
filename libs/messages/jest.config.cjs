module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'messages',
  rootDir: __dirname,
};
