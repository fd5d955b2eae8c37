/** The `dn` that the server derives from a group's name when a request gives none. */
export function distinguishedName(groupName: string): string {
  // RFC 4514: these characters separate parts of a name and are escaped inside one.
  const escaped = groupName.replace(/[\\",+;<>=]/g, character => `\\${character}`);
  return `CN=${escaped},OU=Groups,DC=demo,DC=example`;
}
