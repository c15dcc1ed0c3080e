module.exports = { ...require('../jest.server.cjs'), displayName: 'server-domain', rootDir: __dirname };
