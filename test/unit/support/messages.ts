import { join, relative } from 'node:path';
import { type CallExpression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { isCallExpression } from 'typescript/unstable/ast/is';
import { API, isStringLiteralType, isUnionType, type Project, type Type } from 'typescript/unstable/sync';
import { projectDirectory } from './projectFiles.ts';

/** A call of a localizer in src: the texts it can be given are the keys of translations. */
export interface MessageCall {
  readonly method: 't' | 'plural';
  readonly keys: readonly string[];
  /** Where it is, for a person who looks for it. */
  readonly place: string;
}

export interface MessageCalls {
  readonly calls: readonly MessageCall[];
  /** Places where the text is not known before the program runs, so that it may have no translation. */
  readonly unknown: readonly string[];
}

/**
 * Finds every call of `Localizer.t` and `Localizer.plural` in src. The compiler tells what the first argument
 * can be, so that literals, choices between literals and tables of literals count, whatever they are named.
 */
export function findMessageCalls(): MessageCalls {
  const api = new API({ cwd: projectDirectory });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(projectDirectory, 'tsconfig.json')] });
    const calls: MessageCall[] = [];
    const unknown: string[] = [];
    for (const project of snapshot.getProjects()) {
      for (const file of sourceFiles(project)) {
        for (const call of localizerCalls(project, file)) {
          if (call.keys.length > 0) calls.push(call);
          else unknown.push(call.place);
        }
      }
    }
    return { calls, unknown };
  } finally {
    api.close();
  }
}

function sourceFiles({ program }: Project): SourceFile[] {
  const source = join(projectDirectory, 'src');
  return program
    .getSourceFileNames()
    .filter(name => !relative(source, name).startsWith('..'))
    .map(name => program.getSourceFile(name))
    .filter(file => file !== undefined);
}

function localizerCalls(project: Project, file: SourceFile): MessageCall[] {
  const calls = callsIn(file);
  const callees = project.checker.getTypeAtLocation(calls.map(call => call.expression));
  return calls.flatMap((call, index) => {
    const method = localizerMethod(callees[index]);
    const [message] = call.arguments;
    if (method === undefined || message === undefined) return [];
    const keys = literalTexts(project.checker.getTypeAtLocation(message));
    return [{ method, keys, place: placeOf(file, call) }];
  });
}

function callsIn(file: SourceFile): CallExpression[] {
  const found: CallExpression[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node)) found.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** The method of the interface `Localizer` whose type this is, also where it has been destructured or passed on. */
function localizerMethod(type: Type | undefined): 't' | 'plural' | undefined {
  const symbol = type?.getSymbol();
  if (symbol?.name !== 't' && symbol?.name !== 'plural') return undefined;
  const declared = symbol.declarations.some(
    ({ kind, path }) => kind === SyntaxKind.MethodSignature && path.endsWith('src/util/localizer.ts'),
  );
  return declared ? symbol.name : undefined;
}

/** Every text a value of the type can be; none when there is a value that is not known. */
function literalTexts(type: Type | undefined): string[] {
  if (type === undefined) return [];
  if (isStringLiteralType(type)) return [type.value];
  if (!isUnionType(type)) return [];
  const texts = type.getTypes().map(literalTexts);
  return texts.every(found => found.length > 0) ? texts.flat() : [];
}

function placeOf(file: SourceFile, node: Node): string {
  const line = file.text.slice(0, node.getStart(file)).split('\n').length;
  return `${relative(projectDirectory, file.fileName)}:${line}`;
}
