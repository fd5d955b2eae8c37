import type { ProxySettings } from '../../../src/network/proxyChoice.ts';

/** VS Code's settings and an environment that name no proxy. */
export const noProxies: ProxySettings = {
  proxy: '',
  noProxy: [],
  isOn: true,
  authorization: undefined,
  strictSsl: true,
  environment: {},
};
