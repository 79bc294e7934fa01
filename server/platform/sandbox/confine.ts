import { findProgram } from './programs.ts'

/** Resource limits of one run. CPU time is the sum over all its threads. */
export interface SandboxLimits {
  memoryBytes: number
  cpuSeconds: number
  fileSizeBytes: number
}

/** Seconds between SIGXCPU, which a program can handle, and SIGKILL. */
const CPU_GRACE = 5

/**
 * Returns the command prefix that runs a program at the lowest priority, kills it when this process dies (even by
 * SIGKILL) and applies the limits. prlimit and setpriv belong to util-linux; where they do not exist (macOS), only
 * priority and timeout apply.
 */
export function confine(limits: SandboxLimits, find = findProgram): string[] {
  const [nice, setpriv, prlimit] = ['nice', 'setpriv', 'prlimit'].map(find)
  const cpu = Math.ceil(limits.cpuSeconds)
  return [
    // setpriv comes first: the program must not outlive this process, however early that is killed.
    setpriv ? [setpriv, '--pdeathsig', 'KILL'] : [],
    nice ? [nice, '-n', '19'] : [],
    prlimit
      ? [
          prlimit,
          // The data limit counts memory that is really allocated; an address space limit would count every shared
          // library too.
          `--data=${Math.floor(limits.memoryBytes)}`,
          `--cpu=${cpu}:${cpu + CPU_GRACE}`,
          `--fsize=${Math.floor(limits.fileSizeBytes)}`,
          '--core=0',
          '--',
        ]
      : [],
  ].flat()
}
