import fc from 'fast-check';

/** Any Unicode character, for texts. fast-check's own “binary” takes a second to create in each process. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map(number => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));
