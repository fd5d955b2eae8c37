import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { ExplainedError } from './explainedError.ts';
import type { Localizer } from './localizer.ts';

/** Whether a text that identifies a file or folder is a URI and no path; the drives of Windows have one letter. */
export function isUriText(text: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(text);
}

/** A path names a variable that has no value. */
class UnsetVariableError extends ExplainedError {
  override readonly kind = 'usage';
  readonly #variable: string;

  constructor(variable: string) {
    super(`the environment variable ${variable} is not set`);
    this.#variable = variable;
  }

  override explain({ t }: Localizer): string {
    return t('A path names the environment variable {name}, which is not set. Set it, or change the path.', {
      name: this.#variable,
    });
  }
}

/**
 * The absolute path of a file that a user named, with `~` for the home folder and `${env:NAME}` for variables; the
 * only place that resolves such paths. `folder`: what a relative path belongs to; by default the home folder, because
 * anyone may control the folder that VS Code was started in. Throws
 * `UnsetVariableError`.
 */
export function resolveUserPath(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
  folder?: string,
): string {
  const home = () => environment['HOME'] || homedir();
  const filled = path.trim().replaceAll(/\$\{env:([^}]+)\}/g, (_, name: string) => {
    const value = environment[name];
    if (!value) throw new UnsetVariableError(name);
    return value;
  });
  const fromHome = /^~(?=$|[/\\])/.exec(filled);
  if (fromHome !== null) return resolve(home(), `.${filled.slice(1)}`);
  // Some services have no home folder.
  return isAbsolute(filled) ? resolve(filled) : resolve(folder ?? home(), filled);
}
