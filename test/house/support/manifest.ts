import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { projectDirectory } from '../../support/projectFiles.ts';

const place = { when: z.string().optional(), group: z.string().optional() };
const MenuEntrySchema = z.union([
  z.strictObject({ command: z.string(), ...place }),
  z.strictObject({ submenu: z.string(), ...place }),
]);
export type MenuEntry = z.infer<typeof MenuEntrySchema>;

const ContributesSchema = z.looseObject({
  viewsContainers: z.record(
    z.string(),
    z.array(z.strictObject({ id: z.string(), title: z.string(), icon: z.string() })),
  ),
  views: z.record(z.string(), z.array(z.looseObject({ id: z.string(), icon: z.string().optional() }))),
  walkthroughs: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      description: z.string(),
      steps: z.array(
        z.strictObject({
          id: z.string(),
          title: z.string(),
          description: z.string(),
          media: z.strictObject({ svg: z.string(), altText: z.string() }),
          completionEvents: z.array(z.string()).min(1),
        }),
      ),
    }),
  ),
  viewsWelcome: z.array(z.strictObject({ view: z.string(), contents: z.string(), when: z.string() })),
  commands: z.array(
    z.strictObject({
      command: z.string(),
      title: z.string(),
      category: z.string(),
      icon: z.string().optional(),
      enablement: z.string().optional(),
    }),
  ),
  submenus: z.array(z.strictObject({ id: z.string(), label: z.string() })),
  menus: z.record(z.string(), z.array(MenuEntrySchema)),
  keybindings: z.array(z.looseObject({ command: z.string(), when: z.string().optional() })).default([]),
  configuration: z.strictObject({
    title: z.string(),
    properties: z.record(z.string(), z.looseObject({ scope: z.string() })),
  }),
  colors: z.array(z.looseObject({ id: z.string(), defaults: z.record(z.string(), z.string()) })),
  languages: z.array(z.looseObject({ id: z.string(), configuration: z.string().optional() })),
  grammars: z.array(z.looseObject({ language: z.string(), path: z.string() })),
  jsonLanguageParticipants: z.array(z.strictObject({ languageId: z.string() })).default([]),
  jsonValidation: z.array(z.strictObject({ fileMatch: z.string(), url: z.string() })).default([]),
  configurationDefaults: z.record(z.string(), z.unknown()),
  languageModelTools: z
    .array(z.looseObject({ name: z.string(), displayName: z.string(), when: z.string() }))
    .default([]),
  customEditors: z.array(z.looseObject({ viewType: z.string() })).default([]),
});

const ManifestSchema = z.looseObject({
  engines: z.looseObject({ vscode: z.string() }),
  main: z.string(),
  bin: z.record(z.string(), z.string()),
  icon: z.string(),
  activationEvents: z.array(z.string()),
  capabilities: z.looseObject({
    untrustedWorkspaces: z.strictObject({
      supported: z.string(),
      description: z.string(),
      restrictedConfigurations: z.array(z.string()),
    }),
  }),
  devDependencies: z.record(z.string(), z.string()),
  contributes: ContributesSchema,
});

export const manifestText = readFileSync(join(projectDirectory, 'package.json'), 'utf8');
export const manifest = ManifestSchema.parse(JSON.parse(manifestText));

/** Every use of a command in a menu, with the menu's name. */
export const menuUses = Object.entries(manifest.contributes.menus).flatMap(([menu, uses]) =>
  uses.flatMap(use => ('command' in use ? [{ menu, ...use }] : [])),
);

/** The steps of all walkthroughs. */
export const walkthroughSteps = manifest.contributes.walkthroughs.flatMap(({ steps }) => steps);

/** Every `when` clause of package.json. */
export const whenClauses: readonly string[] = [
  ...Object.values(manifest.contributes.menus).flatMap(uses => uses.map(use => use.when)),
  ...manifest.contributes.viewsWelcome.map(welcome => welcome.when),
  ...manifest.contributes.keybindings.map(binding => binding.when),
  ...manifest.contributes.commands.map(command => command.enablement),
  ...manifest.contributes.languageModelTools.map(tool => tool.when),
  ...Object.values(manifest.contributes.views).flatMap(views =>
    views.map(view => z.string().optional().parse(view['when'])),
  ),
].filter(when => when !== undefined);

/** The languages of the translations in `l10n/`, where English is in the source code. */
export const languages = readdirSync(join(projectDirectory, 'l10n')).map(
  name => /^bundle\.l10n\.(.+)\.json$/.exec(name)?.[1] ?? name,
);

/** The texts of package.json by key, in English and in the other languages. */
export const manifestTexts: { readonly en: Texts } & Readonly<Record<string, Texts>> = {
  en: readTexts('package.nls.json'),
  ...Object.fromEntries(languages.map(language => [language, readTexts(`package.nls.${language}.json`)])),
};

export type Texts = Readonly<Record<string, string>>;

/** A file of texts by key, such as `package.nls.json` or a translation bundle. */
export function readTexts(path: string): Texts {
  return z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(join(projectDirectory, path), 'utf8')));
}
