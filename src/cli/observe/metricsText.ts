/** One metric with all its series, as in Prometheus' text format 0.0.4. */
export interface MetricFamily {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly samples: readonly MetricSample[];
}

export interface MetricSample {
  readonly labels: MetricLabels;
  readonly value: number;
}

export type MetricLabels = Readonly<Record<string, string | number | boolean>>;

export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** The text of the families, piece by piece; those without series are left out. */
export function* metricsText(families: Iterable<MetricFamily>): Generator<string, void, undefined> {
  for (const { name, type, help, samples } of families) {
    if (samples.length === 0) continue;
    yield `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`;
    for (const { labels, value } of samples) yield `${name}${labelText(labels)} ${numberText(value)}\n`;
  }
}

function labelText(labels: MetricLabels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** A lone surrogate would make the whole text invalid UTF-8 for the reader. */
function escapeLabel(value: string): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return Buffer.from(escaped, 'utf8').toString('utf8');
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : `${value < 0 ? '-' : '+'}Inf`;
}
