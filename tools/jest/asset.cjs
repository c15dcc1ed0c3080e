// Stands for the address that Vite gives an imported file.
module.exports = { __esModule: true, default: '/asset' };
