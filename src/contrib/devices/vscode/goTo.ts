import * as vscode from 'vscode';
import { type Searchable, searchNames } from '../../../base/nameSearch.ts';
import { yieldToHost } from '../../../base/slices.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { activeSession, type SessionAccess } from '../../../workbench/commands/arguments.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import { readMost, unreadText } from '../../../workbench/notices/wholeLists.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { devicesOfRows } from './deviceArguments.ts';
import { showUsesOf, type UsesContext } from './deviceUses.ts';
import { type FoundPlace, openPlace, placeIcons, placeKey, placesOf, placeText } from './places.ts';

const rememberedAtMost = 30;

type GoToContext = SessionAccess & UsesContext & Uses<'recentPlaces'>;

const shownAtMost = 100;
const readRest = 'read the rest';

/** Lists everything on the active server, or what uses the clicked device, and opens or reveals what the user picks. */
export async function goTo(context: GoToContext, args: Args): Promise<void> {
  const clicked = devicesOfRows(context, args.slice(0, 1));
  const device = clicked?.members[0]?.devices[0];
  if (clicked !== undefined && device !== undefined) return showUsesOf(context, clicked.session, device);
  const session = await activeSession(context);
  if (session === undefined) return;
  await readMost(context, session);
  let typed = '';
  for (;;) {
    const places = await placesOf(session, yieldToHost);
    const chosen = await choose(context, session, { places, typed });
    if (chosen === undefined) return;
    const place = places.find(({ value }) => placeKey(value) === chosen.value)?.value;
    if (place !== undefined) return visit(context, session, place);
    if (chosen.value !== readRest) return;
    typed = chosen.typed;
    await readMost(context, session);
  }
}

interface Choosing {
  readonly places: readonly Searchable<FoundPlace>[];
  readonly typed: string;
}

function choose({ dialogs, recentPlaces }: GoToContext, session: ServerSession, { places, typed }: Choosing) {
  const recent = recentPlaces.get(session.server.id);
  const keys = new Map(places.map((place, index) => [placeKey(place.value), index]));
  const recentIndexes = new Set(recent.map(key => keys.get(key)).filter(index => index !== undefined));
  // Recently visited places come first, both without input and among equally good matches.
  const recentFirst = [...recentIndexes].flatMap(index => places[index] ?? []);
  const others = places.filter((_, index) => !recentIndexes.has(index));
  const ordered = [...recentFirst, ...others];
  return dialogs.search({
    title: t('Go to Job, Group or Device'),
    placeholder: t('Type a name, a part of it, an ID or an address'),
    value: typed,
    search: async (text, signal) => {
      const found = await searchNames(ordered, text, {
        atMost: shownAtMost,
        isPreferred: index => index < recentFirst.length,
        yieldToHost,
        signal,
      });
      const choices = found.map(place => ({
        value: placeKey(place),
        ...placeText(place, session),
        iconPath: placeIcons[place.kind],
      }));
      return [...choices, ...readChoices(session)];
    },
  });
}

/** Objects that were not read cannot be found, so the list offers to read them. */
function readChoices(session: ServerSession) {
  const counts = unreadText(session);
  if (counts === '') return [];
  const label = t('Read the rest, too ({counts})', { counts });
  return [{ value: readRest, label, iconPath: new vscode.ThemeIcon('cloud-download') }];
}

async function visit(context: GoToContext, session: ServerSession, place: FoundPlace): Promise<void> {
  const { recentPlaces } = context;
  const { id } = session.server;
  const key = placeKey(place);
  const others = recentPlaces.get(id).filter(other => other !== key);
  recentPlaces.set(id, [key, ...others].slice(0, rememberedAtMost));
  if (place.kind === 'device') await showUsesOf(context, session, place.device);
  else await openPlace(context, session, place);
}
