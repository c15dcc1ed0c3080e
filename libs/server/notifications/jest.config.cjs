module.exports = { ...require('../jest.server.cjs'), displayName: 'server-notifications', rootDir: __dirname };
