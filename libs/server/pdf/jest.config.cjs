module.exports = { ...require('../jest.server.cjs'), displayName: 'server-pdf', rootDir: __dirname };
