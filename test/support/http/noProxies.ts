import type { ProxySettings } from '../../../src/api/network/proxyChoice.ts';

/** VS Code settings and an environment without proxies. */
export const noProxies: ProxySettings = {
  proxy: '',
  noProxy: [],
  isOn: true,
  authorization: undefined,
  strictSsl: true,
  environment: {},
};
