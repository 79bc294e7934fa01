import { findProgram } from './programs.ts'

/** What one run may use. CPU time counts over all its threads. */
export type SandboxLimits = { memoryBytes: number; cpuSeconds: number; fileSizeBytes: number }

/** Seconds between the signal that a program may answer by ending and the one it may not. */
const CPU_GRACE = 5

/**
 * The words before a program that put it at the lowest priority, let it die with us even when we are killed outright, and hold it to its
 * limits. prlimit and setpriv are util-linux: where they do not exist (macOS) the priority and the timeout remain.
 */
export function confine(limits: SandboxLimits, find = findProgram): string[] {
  const [nice, setpriv, prlimit] = ['nice', 'setpriv', 'prlimit'].map(find)
  const cpu = Math.ceil(limits.cpuSeconds)
  return [
    // First of all: what is started must not outlive us, however early we are killed.
    setpriv ? [setpriv, '--pdeathsig', 'KILL'] : [],
    nice ? [nice, '-n', '19'] : [],
    prlimit
      ? [
          prlimit,
          // The data limit counts what is really allocated; the address space would count every shared library too.
          `--data=${Math.floor(limits.memoryBytes)}`,
          `--cpu=${cpu}:${cpu + CPU_GRACE}`,
          `--fsize=${Math.floor(limits.fileSizeBytes)}`,
          '--core=0',
          '--',
        ]
      : [],
  ].flat()
}
