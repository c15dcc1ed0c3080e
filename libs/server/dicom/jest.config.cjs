module.exports = { ...require('../jest.server.cjs'), displayName: 'server-dicom', rootDir: __dirname };
