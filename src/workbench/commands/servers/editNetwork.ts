import { HeadersSchema, type ServerConfig } from '../../../api/model/server.ts';
import { commandLine, commandWords } from '../../../base/commandWords.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import type { ActionQuestion } from '../../platform/actionPick.ts';
import { t } from '../../platform/localize.ts';
import type { Uses } from '../commandContext.ts';
import {
  askClientCertificate,
  askClientKey,
  askPassphrase,
  pathVariable,
  type ServerEditing,
  saveServer,
} from './serverQuestions.ts';
import { trustCertificate } from './trustCertificate.ts';

type NetworkContext = ServerEditing & Uses<'dialogs' | 'passphrases'>;

/** What is set about the connections of a server, in a few words. */
export function networkText(server: ServerConfig): string {
  return joinTexts(
    ', ',
    server.network === 'vscode' && t("VS Code's connections"),
    server.caFile !== undefined && t('CA file'),
    server.certificate !== undefined && t('one trusted certificate'),
    server.clientCertificateFile !== undefined && t('client certificate'),
    (server.headers ?? server.headersCommand) !== undefined && t('extra headers'),
  );
}

/** Lists how a server is reached, which certificates and headers are used for it, and changes what the user picks. */
export async function editNetwork(context: NetworkContext, server: ServerConfig): Promise<void> {
  let current: ServerConfig | undefined = server;
  while (current !== undefined) {
    const rows = await rowsOf(context, current);
    const picked = await context.dialogs.pickAction(questionOf(current, rows));
    const row = rows.find(({ value }) => value === picked?.row);
    if (picked === undefined || row === undefined) return;
    await (picked.action === 'remove' ? row.remove?.() : row.edit());
    current = context.servers.get(server.id);
  }
}

interface NetworkRow {
  readonly value: string;
  readonly section: 'connection' | 'headers';
  readonly label: string;
  readonly description: string;
  readonly edit: () => Promise<void>;
  /** Whether there is something to remove. */
  readonly isSet?: boolean;
  readonly remove?: () => Promise<void>;
}

function questionOf(server: ServerConfig, rows: readonly NetworkRow[]): ActionQuestion {
  const remove = { value: 'remove', label: t('Remove'), icon: 'trash' };
  const rowsIn = (wanted: NetworkRow['section']) =>
    rows
      .filter(({ section }) => section === wanted)
      .map(row => ({ ...row, actions: row.isSet === true ? [remove] : [], enter: 'edit' }));
  return {
    title: t('Network and certificate of “{server}”', { server: server.name }),
    placeholder: t('Enter changes a row, its button removes what is set, and Escape closes the list'),
    sections: [
      { heading: t('Connection'), rows: rowsIn('connection') },
      { heading: t('Extra headers'), rows: rowsIn('headers') },
    ],
  };
}

async function rowsOf(context: NetworkContext, server: ServerConfig): Promise<readonly NetworkRow[]> {
  const isHttps = new URL(server.url).protocol === 'https:';
  return [
    {
      value: 'network',
      section: 'connection',
      label: t('Connections'),
      description:
        server.network === 'vscode' ? t("VS Code's connections") : t("The extension's connections"),
      edit: () => editConnections(context, server),
    },
    ...(isHttps ? await certificateRows(context, server) : []),
    ...headerRows(context, server),
  ];
}

async function certificateRows(
  context: NetworkContext,
  server: ServerConfig,
): Promise<readonly NetworkRow[]> {
  const { caFile, clientCertificateFile, certificate } = server;
  const none = t('none');
  return [
    {
      value: 'ca',
      section: 'connection',
      label: t('CA file'),
      description: displayText(caFile ?? none),
      edit: () => editCaFile(context, server),
      isSet: caFile !== undefined,
      remove: () => saveServer(context, server, { caFile: undefined }),
    },
    {
      value: 'client',
      section: 'connection',
      label: t('Client certificate'),
      description: displayText(clientCertificateFile ?? none),
      edit: async () => {
        const files = await askClientCertificate(context, server);
        if (files !== undefined) await saveServer(context, server, { ...noFiles, ...files });
      },
      isSet: clientCertificateFile !== undefined,
      remove: async () => {
        await saveServer(context, server, noFiles);
        await context.passphrases.delete(server);
      },
    },
    ...(clientCertificateFile === undefined ? [] : await keyRows(context, server)),
    {
      value: 'trust',
      section: 'connection',
      label: t('Trusted certificate'),
      description: certificate ?? none,
      edit: () => trustCertificate(context, server),
      isSet: certificate !== undefined,
      remove: () => saveServer(context, server, { certificate: undefined }),
    },
  ];
}

const noFiles = { clientCertificateFile: undefined, clientKeyFile: undefined };

async function keyRows(context: NetworkContext, server: ServerConfig): Promise<readonly NetworkRow[]> {
  const { clientKeyFile } = server;
  const hasPassphrase = (await context.passphrases.get(server)) !== undefined;
  return [
    {
      value: 'key',
      section: 'connection',
      label: t('Key of the client certificate'),
      description: displayText(clientKeyFile ?? t('in the file of the certificate')),
      edit: async () => {
        const key = await askClientKey(context, server);
        if (key !== undefined) await saveServer(context, server, { clientKeyFile: key || undefined });
      },
      isSet: clientKeyFile !== undefined,
      remove: () => saveServer(context, server, { clientKeyFile: undefined }),
    },
    {
      value: 'passphrase',
      section: 'connection',
      label: t('Passphrase of the key'),
      description: hasPassphrase ? t('stored') : t('none'),
      edit: async () => void (await askPassphrase(context, server)),
      isSet: hasPassphrase,
      remove: () => context.passphrases.delete(server),
    },
  ];
}

function headerRows(context: NetworkContext, server: ServerConfig): readonly NetworkRow[] {
  const { headers = {}, headersCommand } = server;
  const save = (changed: Record<string, string>) =>
    saveServer(context, server, { headers: Object.keys(changed).length === 0 ? undefined : changed });
  const editValue = async (name: string) => {
    const value = await askHeaderValue(context, name, headers[name] ?? '');
    if (value !== undefined) await save({ ...headers, [name]: value });
  };
  return [
    ...Object.entries(headers).map(
      ([name, value]): NetworkRow => ({
        value: `header ${name}`,
        section: 'headers',
        label: displayText(name),
        description: displayText(value, 60),
        edit: () => editValue(name),
        isSet: true,
        remove: () => {
          const { [name]: _, ...others } = headers;
          return save(others);
        },
      }),
    ),
    {
      value: 'addHeader',
      section: 'headers',
      label: t('Add Header…'),
      description: '',
      edit: async () => {
        const name = await askHeaderName(context, headers);
        if (name !== undefined) await editValue(name);
      },
    },
    {
      value: 'command',
      section: 'headers',
      label: t('Command for secret headers'),
      description: displayText(headersCommand === undefined ? t('none') : commandLine(headersCommand)),
      edit: () => editCommand(context, server),
      isSet: headersCommand !== undefined,
      remove: () => saveServer(context, server, { headersCommand: undefined }),
    },
  ];
}

async function editConnections(context: NetworkContext, server: ServerConfig): Promise<void> {
  const chosen = await context.dialogs.pick(t('Connections to “{server}”', { server: server.name }), [
    {
      value: 'own',
      label: t("The extension's connections"),
      description: t("fast; uses VS Code's proxy settings"),
    },
    {
      value: 'vscode',
      label: t("VS Code's connections"),
      description: t(
        "for PAC files and Kerberos proxies; uses VS Code's certificate rules, and client certificates of the operating system only",
      ),
    },
  ]);
  if (chosen !== undefined)
    await saveServer(context, server, { network: chosen === 'vscode' ? 'vscode' : undefined });
}

async function editCaFile(context: NetworkContext, server: ServerConfig): Promise<void> {
  const caFile = await context.dialogs.path({
    title: t('CA File of “{server}”', { server: server.name }),
    prompt: t(
      'Path of a file of CA certificates (PEM, DER or PKCS #7) to trust for this server only. It may begin with ~ or contain {variable}. Leave empty for none.',
      { variable: pathVariable },
    ),
    value: server.caFile ?? '',
  });
  if (caFile !== undefined) await saveServer(context, server, { caFile: caFile || undefined });
}

function askHeaderName(
  { dialogs }: Uses<'dialogs'>,
  headers: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  return dialogs.input({
    title: t('Add Header'),
    prompt: t('Name of the header that a gateway in front of the server expects'),
    placeHolder: 'X-Gateway-Site',
    validate: name => {
      const isKnown = Object.keys(headers).some(known => known.toLowerCase() === name.toLowerCase());
      if (isKnown) return t('There is already a header with this name.');
      return HeadersSchema.safeParse({ [name]: '' }).success
        ? undefined
        : t('Enter the name of a header that the API, the body and the connection do not need themselves.');
    },
  });
}

function askHeaderValue(
  { dialogs }: Uses<'dialogs'>,
  name: string,
  value: string,
): Promise<string | undefined> {
  return dialogs.input({
    title: t('Value of {name}', { name: displayText(name, 60) }),
    prompt: t(
      'It is stored in your settings, where other programs and extensions can read it, and is synced. Let a command print secret headers instead.',
    ),
    value,
    validate: text =>
      HeadersSchema.safeParse({ [name]: text }).success
        ? undefined
        : t('Enter printable ASCII characters, at most 8,000.'),
  });
}

async function editCommand(context: NetworkContext, server: ServerConfig): Promise<void> {
  const line = await context.dialogs.input({
    title: t('Command for Secret Headers of “{server}”', { server: server.name }),
    prompt: t(
      'A program and its arguments, without a shell. It prints one “Name: value” a line, which is neither stored nor shown. Put words with spaces in quotes. Leave empty for none.',
    ),
    placeHolder: 'gateway-headers --site "North Plant"',
    value: commandLine(server.headersCommand ?? []),
    validate: text => (commandWords(text) === undefined ? t('A quote is not closed.') : undefined),
  });
  const words = line === undefined ? undefined : commandWords(line);
  if (words !== undefined)
    await saveServer(context, server, { headersCommand: words.length === 0 ? undefined : [...words] });
}
