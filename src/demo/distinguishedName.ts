/** The `dn` that the server derives from a group's name if a request has none. */
export function distinguishedName(groupName: string): string {
  // RFC 4514: these characters separate parts of a name, and must be escaped within one.
  const escaped = groupName.replace(/[\\",+;<>=]/g, character => `\\${character}`);
  return `CN=${escaped},OU=Groups,DC=demo,DC=example`;
}
