/** The row of a device below a group in the view. */
export const deviceRow = (group: number, device: string, serverId = 'plant') => ({
  kind: 'device',
  serverId,
  groupKey: `id:${group}`,
  deviceKey: device,
});

/** The row of a device below a job. */
export const targetRow = (device: string) => ({
  kind: 'target',
  serverId: 'plant',
  target: { kind: 'device', deviceKey: device },
});

/** The row of a group. */
export const groupRow = (id: number, serverId = 'plant') => ({
  kind: 'group',
  serverId,
  groupKey: `id:${id}`,
});
