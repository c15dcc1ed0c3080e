// Replaces the URL of an imported file in Vite.
module.exports = { __esModule: true, default: '/asset' };
