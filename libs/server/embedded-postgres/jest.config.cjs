module.exports = { ...require('../jest.server.cjs'), displayName: 'server-embedded-postgres', rootDir: __dirname };
