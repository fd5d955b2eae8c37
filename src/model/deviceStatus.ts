type DeviceState = 'online' | 'offline';

const states: ReadonlyMap<string, DeviceState> = new Map([
  ...mean('online', ['online', 'connected', 'active', 'up', 'в сети', 'онлайн']),
  ...mean('online', ['подключен', 'подключена', 'подключено', 'доступен', 'доступна', 'доступно']),
  ...mean('offline', ['offline', 'disconnected', 'inactive', 'down', 'не в сети', 'офлайн', 'оффлайн']),
  ...mean('offline', ['отключен', 'отключена', 'отключено', 'недоступен', 'недоступна', 'недоступно']),
]);

/** Whether a device is connected; `undefined` for a status word that is not understood (decision 11). */
export function deviceState(status: string): DeviceState | undefined {
  return states.get(status.trim().toLowerCase());
}

function mean(state: DeviceState, words: readonly string[]): (readonly [string, DeviceState])[] {
  return words.map(word => [word, state]);
}
