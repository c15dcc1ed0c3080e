module.exports = { ...require('../jest.server.cjs'), displayName: 'server-fhir', rootDir: __dirname };
