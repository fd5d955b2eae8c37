const words = {
  online: /^(online|connected|active|up|в сети|онлайн|подключен[ао]?|доступ(ен|но|на))$/i,
  offline:
    /^(offline|disconnected|inactive|down|не в сети|офлайн|оффлайн|отключен[ао]?|недоступ(ен|но|на))$/i,
} as const;

type DeviceState = keyof typeof words;

/** Servers use few words for thousands of devices. */
const known = new Map<string, DeviceState | undefined>();
const mostKnown = 1_000;

/** Whether a device is connected, where the server's word for it is understood (decision 11). */
export function deviceState(status: string): DeviceState | undefined {
  if (known.has(status)) return known.get(status);
  if (known.size >= mostKnown) known.clear();
  const state = read(status.trim());
  known.set(status, state);
  return state;
}

function read(word: string): DeviceState | undefined {
  if (words.online.test(word)) return 'online';
  return words.offline.test(word) ? 'offline' : undefined;
}
