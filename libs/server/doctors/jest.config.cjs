module.exports = { ...require('../jest.server.cjs'), displayName: 'server-doctors', rootDir: __dirname };
