import * as vscode from 'vscode';
import type { ServerConfig } from '../../model/server.ts';
import { languages } from '../../platform/ids.ts';
import { t } from '../../platform/localize.ts';
import { iconFreeText } from '../../platform/safeText.ts';
import type { Schedules } from '../../servers/schedules.ts';
import type { Clock } from '../../util/clock.ts';
import { DeadlineScheduler } from '../../util/deadlineScheduler.ts';
import { joinTexts } from '../../util/displayText.ts';
import { parseDocumentUri } from '../documentUri.ts';
import { type ScheduleField, scheduleField } from './scheduleField.ts';

export interface ScheduleLensParts {
  readonly schedules: Schedules;
  readonly server: (id: string) => ServerConfig | undefined;
  readonly clock: Clock;
}

const longestTitle = 300;
const leastWaitMs = 5_000;

/** The part of a document that a lens reads. */
type LensDocument = Pick<vscode.TextDocument, 'uri' | 'getText' | 'positionAt'>;

/** A lens above the schedule in a job's JSON: its meaning and its next run. */
export class ScheduleLens implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #parts: ScheduleLensParts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #registration: vscode.Disposable;
  /** "in 5 min" expires: all lenses are refreshed when the first one does. */
  readonly #refresh: DeadlineScheduler;

  constructor(parts: ScheduleLensParts) {
    this.#parts = parts;
    this.#refresh = new DeadlineScheduler(parts.clock, () => this.#changed.fire());
    this.#registration = vscode.languages.registerCodeLensProvider({ language: languages.job }, this);
  }

  provideCodeLenses(document: LensDocument): vscode.CodeLens[] {
    const ref = parseDocumentUri(document.uri);
    const field = scheduleField(document.getText());
    if (ref === undefined || ref.kind === 'schema' || field === undefined) return [];
    const range = new vscode.Range(document.positionAt(field.start), document.positionAt(field.end));
    const title = this.#title(field, this.#parts.server(ref.serverId));
    // A lens without a command is plain text.
    return [new vscode.CodeLens(range, { title, command: '' })];
  }

  dispose(): void {
    this.#refresh.cancel();
    this.#registration.dispose();
    this.#changed.dispose();
  }

  #title({ params, isDisabled }: ScheduleField, server: ServerConfig | undefined): string {
    const outlook = this.#parts.schedules.of(server);
    const nowMs = this.#parts.clock.now();
    const { sentence, next, notes } = outlook.details(params, nowMs, 1);
    this.#refresh.within(Math.max(leastWaitMs, outlook.row(params, nowMs).freshUntilMs - nowMs));
    const run = isDisabled ? t('Would run: {next}.', { next }) : t('Next run: {next}.', { next });
    const more = next === '' ? notes[0] : run;
    return iconFreeText(joinTexts(' ', sentence, more), longestTitle);
  }
}
