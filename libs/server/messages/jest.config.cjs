module.exports = { ...require('../jest.server.cjs'), displayName: 'server-messages', rootDir: __dirname };
