// Loaded into VS Code's server under `npm run test:days`: the server removes LD_PRELOAD from the environment of its
// extension host, whose clock would then be another one.
const childProcess = require('node:child_process');
const { syncBuiltinESMExports } = require('node:module');

const { LD_PRELOAD } = process.env;
const { fork } = childProcess;

childProcess.fork = (path, args, options) =>
  fork(path, args, { ...options, env: { ...(options?.env ?? process.env), LD_PRELOAD } });
syncBuiltinESMExports();
