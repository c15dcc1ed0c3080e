module.exports = { ...require('../jest.server.cjs'), displayName: 'server-documents', rootDir: __dirname };
