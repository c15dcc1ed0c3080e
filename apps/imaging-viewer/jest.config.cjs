module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'imaging-viewer',
  rootDir: __dirname,
};
