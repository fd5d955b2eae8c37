// The parts of undici that the extension uses, under undici's names. Its index also loads fetch, WebSockets, caches and
// mocks: more than half of its code, and of its load time, which delays the first request.
const api = require('undici/lib/api');
const Agent = require('undici/lib/dispatcher/agent');
const Client = require('undici/lib/dispatcher/client');
const Dispatcher = require('undici/lib/dispatcher/dispatcher');
const Pool = require('undici/lib/dispatcher/pool');
const buildConnector = require('undici/lib/core/connect');

Object.assign(Dispatcher.prototype, api);

/** Undici's `request` for a URL object and an explicit dispatcher instead of the global one. */
function request(url, options) {
  const path = `${url.pathname}${url.search}`;
  return options.dispatcher.request({ ...options, origin: url.origin, path });
}

module.exports = { Agent, Client, Pool, buildConnector, request };
