import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { extensionId } from '../../src/workbench/platform/ids.ts';

const allowedLicenses = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'CC-BY-4.0']);

const MetafileSchema = z.looseObject({ inputs: z.record(z.string(), z.unknown()) });
const PackageSchema = z.looseObject({ name: z.string(), version: z.string(), license: z.string() });

describe('the package', () => {
  const folder = vscode.extensions.getExtension(extensionId)?.extensionPath ?? '';
  const textOf = (path: string) => readFileSync(join(folder, path), 'utf8');

  it('includes the license of every bundled package, and no others', () => {
    const { inputs } = MetafileSchema.parse(JSON.parse(textOf('dist/metafile.json')));
    const packageFolder = /^.*?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
    const folders = new Set(Object.keys(inputs).flatMap(input => packageFolder.exec(input)?.[0] ?? []));
    assert.ok(folders.size > 5, 'packages are found');
    const notices = textOf('dist/THIRD_PARTY_NOTICES.txt').split(`\n${'-'.repeat(80)}\n\n`);
    assert.equal(notices.length, folders.size);
    for (const path of folders) {
      const { name, version, license } = PackageSchema.parse(JSON.parse(textOf(join(path, 'package.json'))));
      assert.ok(allowedLicenses.has(license), `${name}: ${license}`);
      const own = notices.find(notice => notice.startsWith(`${name} ${version} (${license})\n`)) ?? '';
      assert.match(own, /copyright|licen[cs]e/i, `${name} comes with the text of its license`);
      assert.ok(own.length > 500, `${name}: the text is whole`);
    }
  });
});
