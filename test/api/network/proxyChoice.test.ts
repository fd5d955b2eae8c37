import assert from 'node:assert/strict';
import { ProxyError } from '../../../src/api/errors/connectionFailure.ts';
import { type ProxySettings, proxyFor, proxyLogin } from '../../../src/api/network/proxyChoice.ts';
import { noProxies } from '../../support/http/noProxies.ts';

const proxy = 'http://proxy.example:3128';

function chosen(target: string, settings: Partial<ProxySettings>): string | undefined {
  return proxyFor(new URL(target), { ...noProxies, ...settings })?.url.href;
}

describe('choice of the proxy for a server', () => {
  it('no proxy is used when none is configured', () =>
    assert.equal(chosen('https://a.example', {}), undefined));

  it('the setting takes precedence over the environment', () => {
    const environment = { HTTPS_PROXY: 'http://other.example:1' };
    assert.equal(chosen('https://a.example', { proxy, environment }), `${proxy}/`);
    assert.equal(chosen('https://a.example', { environment }), 'http://other.example:1/');
  });

  it('the environment may have upper-case names, one for all schemes, and surrounding spaces', () => {
    const named = (environment: Record<string, string>, target = 'https://x.example') =>
      chosen(target, { environment });
    const [own, plain, all] = ['http://a.example:1', 'http://b.example:2', 'http://c.example:3'];
    assert.equal(named({ HTTP_PROXY: plain, ALL_PROXY: all }), `${plain}/`);
    assert.equal(named({ HTTPS_PROXY: own, HTTP_PROXY: plain }, 'http://x.example'), `${plain}/`);
    assert.equal(named({ all_proxy: all, ALL_PROXY: own }), `${all}/`);
    assert.equal(named({ ALL_PROXY: all }), `${all}/`);
    assert.equal(named({ https_proxy: '  ', HTTPS_PROXY: ` ${own} ` }), `${own}/`);
    assert.equal(chosen('https://x.example', { proxy: '  ', environment: { HTTPS_PROXY: own } }), `${own}/`);
    assert.equal(chosen('https://x.example', { environment: { '': own, undefined: own } }), undefined);
  });

  it('the exemptions of the setting replace those of the environment, with lower-case names first', () => {
    const at = (settings: Partial<ProxySettings>) => chosen('https://a.example', { proxy, ...settings });
    assert.equal(at({ environment: { no_proxy: 'b.example', NO_PROXY: 'a.example' } }), `${proxy}/`);
    assert.equal(at({ environment: { no_proxy: 'a.example', NO_PROXY: 'b.example' } }), undefined);
    assert.equal(at({ noProxy: ['b.example'], environment: { no_proxy: 'a.example' } }), `${proxy}/`);
    assert.equal(at({ noProxy: [' ,, b.example ,\n a.example '] }), undefined);
  });

  it('"http.proxySupport": "off" disables every proxy', () => {
    assert.equal(chosen('https://a.example', { proxy, isOn: false }), undefined);
  });

  for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '[::1]']) {
    it(`${host} is never reached through a proxy`, () =>
      assert.equal(chosen(`http://${host}:8000`, { proxy }), undefined));
  }

  for (const [entry, isExempt] of [
    ['a.example', true],
    ['A.EXAMPLE', true],
    ['.example', true],
    ['*.example', true],
    ['example', true],
    ['*', true],
    ['b.example, a.example', true],
    ['a.example:443', true],
    ['a.example:8443', false],
    ['ample', false],
    ['b.a.example', false],
    ['', false],
  ] as const) {
    it(`noProxy ${JSON.stringify(entry)}: ${isExempt ? 'direct' : 'through the proxy'}`, () => {
      const expected = isExempt ? undefined : `${proxy}/`;
      assert.equal(chosen('https://a.example', { proxy, noProxy: [entry] }), expected);
      assert.equal(chosen('https://a.example', { proxy, environment: { NO_PROXY: entry } }), expected);
    });
  }

  for (const [entry, target, isExempt] of [
    ['a.example:8443', 'https://a.example:8443', true],
    ['a.example:80', 'http://a.example', true],
    ['a.example:443', 'http://a.example', false],
    ['x[fd00::1]', 'https://[fd00::1]', false],
    ['[fd00::1]x', 'https://[fd00::1]', false],
    ['.', 'https://a.example', false],
    ['10.0.0.0/8/8', 'https://10.1.2.3', false],
    ['10.0.0.0/x8', 'https://10.1.2.3', false],
    ['10.0.0.0/8x', 'https://10.1.2.3', false],
    ['::/8', 'https://10.1.2.3', false],
    ['10.0.0.0/8', 'https://[a00::1]', false],
    ['fd00::1', 'https://[fd00::1]', true],
    ['FD00:0::1', 'https://[fd00::1]:8443', true],
    ['[fd00::1]', 'https://[fd00::1]', true],
    ['[fd00::1]:8443', 'https://[fd00::1]:8443', true],
    ['[fd00::1]:8443', 'https://[fd00::1]', false],
    ['fd00::2', 'https://[fd00::1]', false],
    ['fd00::/8', 'https://[fd12:3456::9]', true],
    ['fd00::/16', 'https://[fd12:3456::9]', false],
    ['10.0.0.0/8', 'https://10.20.30.40:8443', true],
    ['10.0.0.0/8', 'https://11.20.30.40', false],
    ['192.168.1.128/25', 'https://192.168.1.200', true],
    ['192.168.1.128/25', 'https://192.168.1.100', false],
    ['10.0.0.0/8', 'https://a10.example', false],
    ['10.0.0.0/64', 'https://10.0.0.1', false],
    ['10.0.0.0/', 'https://10.0.0.1', false],
    ['10.1.2.3:8443', 'https://10.1.2.3:8443', true],
    ['1.2.3', 'https://10.1.2.3', false],
    ['пример.рф', 'https://пример.рф', true],
    ['.Пример.рф', 'https://склад.пример.рф:8443', true],
    ['пример.рф:8443', 'https://пример.рф', false],
    ['xn--e1afmkfd.xn--p1ai', 'https://пример.рф', true],
    ['a.example.', 'https://a.example', true],
    ['a.example', 'https://a.example.', true],
  ] as const) {
    it(`noProxy ${entry} for ${target}: ${isExempt ? 'direct' : 'through the proxy'}`, () =>
      assert.equal(chosen(target, { proxy, noProxy: [entry] }), isExempt ? undefined : `${proxy}/`));
  }

  it('a login in the URL becomes a header, and leaves the URL', () => {
    const found = proxyFor(new URL('https://a.example'), {
      ...noProxies,
      proxy: 'http://me:p%40ss@p.example',
    });
    assert.equal(found?.url.href, 'http://p.example/');
    assert.equal(found?.authorization, `Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  it('a password with a bare percent sign is used unchanged', () => {
    const found = proxyFor(new URL('https://a.example'), {
      ...noProxies,
      proxy: 'http://me:100%25%zz@p.example',
    });
    assert.equal(found?.authorization, `Basic ${Buffer.from('me:100%25%zz').toString('base64')}`);
  });

  it('an unusable proxy is an error with the reason, and is not bypassed', () => {
    for (const [broken, code] of [
      ['http://[', 'ERR_INVALID_URL'],
      ['socks5://p.example', 'ERR_UNSUPPORTED_PROXY socks5:'],
      ['ftp://p.example', 'ERR_UNSUPPORTED_PROXY ftp:'],
    ] as const) {
      assert.throws(
        () => chosen('https://a.example', { proxy: broken }),
        (error: unknown) => error instanceof ProxyError && error.code === code,
      );
    }
    assert.equal(chosen('https://a.example', { proxy: 'https://p.example' }), 'https://p.example/');
  });

  it('the login is known, so that it can be removed from texts, unless there is no proxy to use', () => {
    const login = (settings: Partial<ProxySettings>) =>
      proxyLogin(new URL('https://a.example'), { ...noProxies, ...settings });
    const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`;
    assert.equal(login({ proxy: 'http://me:secret@p.example' }), basic);
    assert.equal(login({ proxy: 'http://me:secret@p.example', authorization: 'Bearer x' }), 'Bearer x');
    assert.equal(login({ proxy: 'http://p.example' }), undefined);
    assert.equal(login({}), undefined);
    assert.equal(login({ proxy: 'socks5://me:secret@p.example' }), undefined);
  });
});
