/**
 * The longest time between two turns of the event loop, limited to the CPU time of this process: on a busy machine, the
 * clock alone would also count other processes.
 */
export async function longestBlockMs(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let wall = performance.now();
  let cpu = process.cpuUsage();
  const turn = () => {
    const { user, system } = process.cpuUsage(cpu);
    longest = Math.max(longest, Math.min(performance.now() - wall, (user + system) / 1_000));
    wall = performance.now();
    cpu = process.cpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  // Includes the turn in which the work ends.
  await new Promise(resolve => setImmediate(resolve));
  isOver = true;
  return longest;
}
