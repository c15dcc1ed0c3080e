module.exports = { ...require('../jest.server.cjs'), displayName: 'server-platform', rootDir: __dirname };
