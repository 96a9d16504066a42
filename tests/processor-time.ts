import process from 'node:process';

/** Returns the milliseconds of processor time that work takes in this process, which other programs do not lengthen. */
export const processorMsOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
