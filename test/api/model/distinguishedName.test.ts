import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dnKey, sameDn } from '../../../src/api/model/distinguishedName.ts';
import { identifyGroup } from '../../../src/api/model/identity.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';

/** Each line is one distinguished name in several spellings; no two lines are the same. */
const alike = [
  ['CN=Office,OU=Groups', 'cn=Office, ou=Groups', ' CN = office ,OU=GROUPS ', 'CN=Office;OU=Groups'],
  ['OU=Groups,CN=Office'],
  ['CN=Office'],
  ['CN=A\\,B,DC=x', 'CN=A\\2CB,DC=x', 'CN=A\\2cB,dc=X', 'CN="A,B",DC=x'],
  ['CN=A,B=,DC=x'],
  ['CN=Лаб\\"1\\",DC=x', 'CN=\\D0\\9B\\D0\\B0\\D0\\B1\\221\\22,DC=x', 'CN="лаб\\"1\\"",DC=x'],
  ['CN=a+OU=b,DC=x', 'OU=b + CN=a,DC=x'],
  ['CN=a,OU=b,DC=x'],
  ['CN=a\\+OU=b,DC=x', 'CN=a\\2BOU\\3Db,DC=x'],
  ['CN=Two  words', 'cn=\\ two words\\20'],
  ['2.5.4.3=#0C0141', 'OID.2.5.4.3=#0c0141'],
  ['2.5.4.3=\\#0C0141'],
  ['CN=', 'cn = '],
  ['CN=a\\\\', 'CN=a\\5C'],
];

const value = fc.array(anyCharacter, { maxLength: 8 }).map(letters => letters.join(''));
const name = fc.array(fc.tuple(fc.constantFrom('CN', 'ou', '1.2.3'), value), { minLength: 1, maxLength: 4 });
const bytesOf = (text: string) =>
  [...Buffer.from(text)].map(byte => `\\${byte.toString(16).padStart(2, '0')}`).join('');

describe('the comparison of distinguished names', () => {
  it('finds none where there is none, so that an empty name is nobody’s', () => {
    for (const empty of ['', ' ']) assert.equal(sameDn(empty, ''), false);
  });

  it('finds the same name in all its spellings, and no other', () => {
    for (const [one, spellings] of alike.entries())
      for (const [other, others] of alike.entries())
        for (const text of spellings)
          for (const second of others)
            assert.equal(sameDn(text, second), one === other, `${text} and ${second}`);
  });

  it('does not depend on how values are escaped, and its key has itself as key', () =>
    fc.assert(
      fc.property(name, parts => {
        const escaped = parts.map(([type, text]) => `${type}=${bytesOf(text)}`).join(',');
        const quoted = parts
          .map(([type, text]) => `${type.toLowerCase()} = "${text.replace(/[\\"]/g, '\\$&')}"`)
          .join(' , ');
        assert.equal(dnKey(quoted), dnKey(escaped));
        assert.equal(dnKey(dnKey(escaped)), dnKey(escaped));
      }),
    ));

  it('compares other texts as they are', () => {
    const others = [
      'Office',
      'office',
      'Office, Moscow',
      'CN=a,',
      'CN="a',
      'CN=a\\',
      'CN=\\ff',
      '=a',
      'CN=a"b',
    ];
    assert.deepEqual(
      others.map(text => dnKey(` ${text}`)),
      others,
    );
    fc.assert(fc.property(value, text => assert.equal(dnKey(dnKey(text)), dnKey(text))));
  });

  it('recognizes a group whose DN the server spells in another way', () => {
    const seen = { name: 'Office', dn: 'CN=Office,OU=Groups' };
    assert.equal(identifyGroup(seen, { ...seen, dn: 'cn=office, ou=groups' }).kind, 'same');
    assert.equal(identifyGroup(seen, { ...seen, dn: 'CN=Office,OU=Other' }).kind, 'another');
  });
});
