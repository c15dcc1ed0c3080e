module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'documents-upload',
  rootDir: __dirname,
};
