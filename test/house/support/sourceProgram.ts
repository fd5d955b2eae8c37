import { join, relative } from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { API, isStringLiteralType, isUnionType, type Project, type Type } from 'typescript/unstable/sync';
import { projectDirectory } from '../../support/projectFiles.ts';

type Checker = Project['checker'];

/** Collects results from every file of a folder, with the compiler's types. */
export function readSource<T>(
  read: (file: SourceFile, checker: Checker) => T[],
  folder: 'src' | 'test' = 'src',
): T[] {
  const api = new API({ cwd: projectDirectory });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(projectDirectory, 'tsconfig.json')] });
    return snapshot
      .getProjects()
      .flatMap(project => sourceFiles(project, folder).flatMap(file => read(file, project.checker)));
  } finally {
    api.close();
  }
}

function sourceFiles({ program }: Project, folder: string): SourceFile[] {
  const source = join(projectDirectory, folder);
  return program
    .getSourceFileNames()
    .filter(name => !relative(source, name).startsWith('..'))
    .map(name => program.getSourceFile(name))
    .filter(file => file !== undefined);
}

export function nodesIn<T extends Node>(file: SourceFile, isWanted: (node: Node) => node is T): T[] {
  const found: T[] = [];
  const visit = (node: Node): void => {
    if (isWanted(node)) found.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** Every text that a value of the type can be; none if it can be an unknown text. */
export function literalTexts(type: Type | undefined): string[] {
  if (type === undefined) return [];
  if (isStringLiteralType(type)) return [type.value];
  if (!isUnionType(type)) return [];
  const texts = type.getTypes().map(literalTexts);
  return texts.every(found => found.length > 0) ? texts.flat() : [];
}

/** The location of a node, in readable form. */
export function placeOf(file: SourceFile, node: Node): string {
  const line = file.text.slice(0, node.getStart(file)).split('\n').length;
  return `${relative(projectDirectory, file.fileName)}:${line}`;
}
