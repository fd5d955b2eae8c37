import { basename } from 'node:path';
import { transform } from 'esbuild';

/**
 * One file from the modules of a bundle that was split: all but the entry are in a comment, and are compiled when they
 * are first required. Node would otherwise parse the code of all commands to print the help of one.
 */
export async function packedProgram(files, entry, { target, minify }) {
  const parts = await Promise.all(
    files.map(async ({ path, text }) => {
      const { code } = await transform(text, {
        format: 'cjs',
        platform: 'node',
        target,
        supported: { 'dynamic-import': false },
        minify,
      });
      return [basename(path), code.replace(/^#!.*\n/, '')];
    }),
  );
  const own = parts.find(([name]) => name === entry)[1];
  const others = parts.filter(([name]) => name !== entry);
  const places = [];
  let length = 0;
  for (const [name, code] of others) {
    const bytes = Buffer.byteLength(escaped(code));
    places.push([name, length, bytes]);
    length += bytes;
  }
  const loader = `#!/usr/bin/env node
'use strict';
var packedLoaded = {}, packedText;
function packedRequire(name) {
  var place = ${JSON.stringify(Object.fromEntries(places.map(([name, start, bytes]) => [`./${name}`, [start, bytes]])))}[name];
  if (place === undefined) return require(name);
  if (packedLoaded[name]) return packedLoaded[name].exports;
  var module = packedLoaded[name] = { exports: {} };
  packedText ||= require('node:fs').readFileSync(__filename);
  var start = packedText.indexOf('/*' + 'packed') + 9 + place[0];
  var code = packedText.toString('utf8', start, start + place[1]).replaceAll('*\\u0001/', '*' + '/');
  require('node:vm').compileFunction(code, ['exports', 'require', 'module', '__filename', '__dirname'], { filename: __filename + '#' + name.slice(2) })
    .call(module.exports, module.exports, packedRequire, module, __filename, __dirname);
  return module.exports;
}
(function (require) {
`;
  const end = `\n})(packedRequire);\n/*packed\n${others.map(([, code]) => escaped(code)).join('')}*/\n`;
  return loader + own + end;
}

function escaped(code) {
  return code.replaceAll('*/', '*\u0001/');
}
