import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';

interface Entry {
  readonly host: string;
  readonly port: string | undefined;
}

/**
 * Whether to connect to a server without a proxy. `example.com` and `.example.com` match the domain and its
 * subdomains, `10.0.0.0/8` and `fd00::/8` a block of addresses, `host:8443` and `[::1]:8443` one port, `*`
 * everything.
 */
export function isExempt(target: URL, entries: readonly string[]): boolean {
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  const host = target.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return entries.some(text => {
    if (text === '*') return true;
    const entry = entryOf(text);
    if (entry.port !== undefined && entry.port !== port) return false;
    return isIP(host) === 0 ? isInDomain(host, entry.host) : isInBlock(host, entry.host);
  });
}

/** An IPv6 address without brackets has several colons and no port. */
function entryOf(text: string): Entry {
  const [, bracketed, portOfBracketed] = /^\[(.*)\](?::(\d+))?$/.exec(text) ?? [];
  if (bracketed !== undefined) return { host: bracketed, port: portOfBracketed };
  const [, name = text, port] = /^([^:]*)(?::(\d+))?$/.exec(text) ?? [];
  return { host: name, port };
}

function isInDomain(host: string, entry: string): boolean {
  const name = entry.replace(/^\*?\./, '').replace(/\.$/, '');
  // Normalized as `URL` does it.
  const domain = domainToASCII(name);
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function isInBlock(host: string, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || version !== isIP(host) || rest.length > 0) return false;
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : Number(/^\d{1,3}$/.exec(prefix)?.[0] ?? Number.NaN);
  if (!(length <= bits)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const block = new BlockList();
  block.addSubnet(address, length, family);
  return block.check(host, family);
}
