module.exports = { ...require('../jest.server.cjs'), displayName: 'server-backup', rootDir: __dirname };
