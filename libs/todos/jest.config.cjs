module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'todos',
  rootDir: __dirname,
};
