import * as z from 'zod/mini';
import { newServerId, type ServerConfig } from '../../../api/model/server.ts';
import { t } from '../../platform/localize.ts';
import type { Args, JobsShowing } from '../commandContext.ts';
import { editNetwork } from './editNetwork.ts';
import {
  acceptUrl,
  askClientCertificate,
  askName,
  askToken,
  askUrl,
  nameProblem,
  newServer,
  type ServerChangeContext,
  type Trial,
  type TrialContext,
  tryServer,
} from './serverQuestions.ts';
import { askToTrust } from './trustCertificate.ts';

/** A token is never a command argument: the user always types it. */
const AddArgumentSchema = z.catch(
  z.looseObject({ name: z.optional(z.string()), url: z.optional(z.string()) }),
  {},
);

interface Draft {
  readonly name: string;
  readonly address: Omit<ServerConfig, 'id' | 'name'>;
  readonly token: string;
}

/**
 * Adds a server: asks for name, URL and token, sends a real request that must succeed before anything is stored, and
 * shows the jobs.
 */
export async function addServer(context: ServerChangeContext & JobsShowing, args: Args): Promise<void> {
  const title = t('Add Server');
  const given = AddArgumentSchema.parse(args[0] ?? {});
  const address =
    given.url === undefined ? await askUrl(context, title, '') : await acceptUrl(context, given.url);
  if (address === undefined) return;
  const name =
    given.name === undefined || nameProblem(given.name) !== undefined
      ? await askName(context, title, new URL(address.url).hostname)
      : given.name.trim();
  if (name === undefined) return;
  const token = await askToken(context, { id: newServer, name, ...address });
  if (token === undefined) return;
  const draft = await untilUsable(context, { name, address, token });
  if (draft === undefined) return;
  const taken = new Set(context.servers.servers.map(server => server.id));
  const server: ServerConfig = {
    id: newServerId(draft.name, draft.address.url, taken),
    name: draft.name,
    ...draft.address,
  };
  await context.tokens.set(server, draft.token);
  const passphrase = await context.passphrases.get({ ...server, id: newServer });
  if (passphrase !== undefined) await context.passphrases.set(server, passphrase);
  await context.servers.add(server);
  await context.servers.setActive(server.id);
  await context.jobsView.frame.show();
  void context.dialogs.info(t('Connected to “{server}”.', { server: server.name }));
}

/** Tests the draft. If it fails, says which part failed and lets the user correct it without losing the rest. */
async function untilUsable(context: TrialContext, first: Draft): Promise<Draft | undefined> {
  let draft: Draft | undefined = first;
  while (draft !== undefined) {
    const server: ServerConfig = { id: newServer, name: draft.name, ...draft.address };
    const trial = await tryServer(context, server, draft.token);
    if (trial.kind === 'usable') return draft;
    draft = await correct(context, draft, trial);
  }
  return undefined;
}

async function correct(
  context: TrialContext,
  draft: Draft,
  { problem, cause }: Extract<Trial, { kind: 'failed' }>,
): Promise<Draft | undefined> {
  const changeUrl = t('Change URL');
  const changeToken = t('Change Token');
  const again = t('Try Again');
  const show = t('Show Certificate…');
  const client = t('Client Certificate…');
  const network = t('Network and Certificate…');
  const server = { id: newServer, name: draft.name, ...draft.address };
  const actions = {
    certificate: [show, network, changeUrl],
    clientCertificate: [client, changeUrl, again],
    token: [changeToken, changeUrl, network, again],
    other: [changeUrl, changeToken, network, again],
  };
  const answer = await context.dialogs.decide(problem, ...actions[cause]);
  if (answer === again) return draft;
  if (answer === show) {
    const certificate = await askToTrust(context, server);
    return certificate === undefined ? draft : { ...draft, address: { ...draft.address, certificate } };
  }
  if (answer === client) {
    const { clientCertificateFile: _, clientKeyFile: __, ...address } = draft.address;
    const files = await askClientCertificate(context, server);
    return files === undefined ? draft : { ...draft, address: { ...address, ...files } };
  }
  if (answer === network) {
    let edited: ServerConfig = server;
    const edit = async (_: ServerConfig, after: ServerConfig) => {
      edited = after;
    };
    await editNetwork({ ...context, servers: { get: () => edited, edit } }, server);
    const { id: _, name: __, ...address } = edited;
    return { ...draft, address };
  }
  if (answer === changeUrl) {
    const address = await askUrl(context, t('Add Server'), draft.address.url);
    // Trusting a certificate at one address says nothing about another.
    const { allowHttp: _, certificate: __, ...rest } = draft.address;
    return address === undefined ? undefined : { ...draft, address: { ...rest, ...address } };
  }
  if (answer !== changeToken) return undefined;
  const token = await askToken(context, server);
  return token === undefined ? undefined : { ...draft, token };
}
