module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'form-editor',
  rootDir: __dirname,
};
