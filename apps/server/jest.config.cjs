module.exports = {
  ...require('../../libs/server/jest.server.cjs'),
  displayName: 'server',
  rootDir: __dirname,
  // The longest target: at the end it has both cores, and a third worker while one waits for the database.
  maxWorkers: 3,
};
