module.exports = { ...require('../jest.server.cjs'), displayName: 'server-settings', rootDir: __dirname };
